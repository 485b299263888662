/** The games this client can show: texts for the home page, and their screens when needed. */

import type { Component } from 'svelte';
import type { Announcer } from './lib/announcer';
import type { TableStore } from './lib/store/table.svelte';
import { info as match } from './messages/match';

export interface GameProps {
  store: TableStore;
  announcer: Announcer;
  banner: string;
  onmenu: () => void;
  onhelp: (clause: string) => void;
  /** Whether the tour was asked for. */
  tour: boolean;
  ontourend: () => void;
}

export interface GameScreen {
  title: string;
  about: string;
  facts(least: number, most: number): string;
  /** What the home page shows of it: small letters yellow, capitals red, as notation has it. */
  sample: string;
  load(): Promise<Component<GameProps>>;
}

export const screens: Record<string, GameScreen> = {
  match: {
    ...match,
    sample: 'wordLOT',
    load: async () => (await import('./match/MatchGame.svelte')).default,
  },
};

/** What a game is called; its bare name where this client does not know it. */
export function titleOf(game: string): string {
  return screens[game]?.title ?? game;
}
