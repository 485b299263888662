/** The game that is under way on this device, kept so that a reload loses nothing. */

import { local } from '../lib/storage';
import type { Kept } from './table.svelte';

const KEY = 'wordlot.referee';
const VERSION = 1;

export function savedGame(): Kept | null {
  try {
    const found = JSON.parse(local.read(KEY) ?? 'null') as (Kept & { v: number }) | null;
    return found?.v === VERSION ? found : null;
  } catch {
    return null;
  }
}

export function saveGame(kept: Kept): void {
  local.write(KEY, JSON.stringify({ v: VERSION, ...kept }));
}

export function forgetGame(): void {
  local.forget(KEY);
}
