/** The games this client can show: texts for the home page, and their screens when needed. */

import type { Component } from 'svelte';
import type { Announcer } from './lib/announcer';
import type { TableStore } from './lib/store/table.svelte';
import { info as bag, keys as bagKeys } from './messages/bag-info';
import { info as match, keys as matchKeys } from './messages/match';

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
  /** Whether the sample is of plain tiles. */
  tiles: boolean;
  /** Its keys, with what each does. */
  keys: readonly (readonly [string, string])[];
  load(): Promise<Component<GameProps>>;
}

export const screens: Record<string, GameScreen> = {
  match: {
    ...match,
    sample: 'wordLOT',
    tiles: false,
    keys: matchKeys,
    load: async () => (await import('./match/MatchGame.svelte')).default,
  },
  bet_the_bag: {
    ...bag,
    sample: 'rablj',
    tiles: true,
    keys: bagKeys,
    load: async () => (await import('./bag/BagGame.svelte')).default,
  },
};

/** What a game is called; its bare name where this client does not know it. */
export function titleOf(game: string): string {
  return screens[game]?.title ?? game;
}
