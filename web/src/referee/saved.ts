/** The game that is under way on this device, kept so that a reload loses nothing. */

import type { Kept } from './table.svelte';

const KEY = 'wordlot.referee';
const VERSION = 1;

export function savedGame(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as (Kept & { v: number }) | null;
    return found?.v === VERSION ? found : null;
  } catch {
    return null;
  }
}

export function saveGame(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ v: VERSION, ...kept }));
  } catch {
    // Without storage the game lasts as long as the page.
  }
}

export function forgetGame(): void {
  localStorage.removeItem(KEY);
}
