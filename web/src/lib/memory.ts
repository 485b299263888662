/** What this browser remembers of its person: nickname, last choices, switches. */

import { local } from './storage';

export interface Memory {
  nickname: string;
  level: string;
  bots: number;
  sound: boolean;
  /** Games whose tour was seen. */
  toured: string[];
}

const KEY = 'wordlot.';

/** Return what was remembered under a name, or what is given where nothing readable was. */
export function recall<K extends keyof Memory>(name: K, otherwise: Memory[K]): Memory[K] {
  try {
    const text = local.read(KEY + name);
    return text === null ? otherwise : (JSON.parse(text) as Memory[K]);
  } catch {
    return otherwise;
  }
}

/** Remember a value; a browser that keeps nothing (private windows) forgets it with the page. */
export function remember<K extends keyof Memory>(name: K, value: Memory[K]): void {
  local.write(KEY + name, JSON.stringify(value));
}
