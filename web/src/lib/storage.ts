/** What the browser keeps for this site or this tab; where it keeps nothing, the page itself does. */

export interface Shelf {
  read(key: string): string | null;
  write(key: string, text: string): void;
  forget(key: string): void;
  /** Whether all that was written outlives this page. */
  keeps(): boolean;
}

/** A shelf that never throws: storage may be blocked, full, or wiped in the middle of a game. */
export function shelf(storage: () => Storage): Shelf {
  const here = new Map<string, string>();
  return {
    read(key) {
      try {
        return storage().getItem(key) ?? here.get(key) ?? null;
      } catch {
        return here.get(key) ?? null;
      }
    },
    write(key, text) {
      try {
        storage().setItem(key, text);
        here.delete(key);
      } catch {
        here.set(key, text);
      }
    },
    keeps: () => here.size === 0,
    forget(key) {
      here.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Nothing is kept there.
      }
    },
  };
}

/** Kept for all tabs of this browser, until its person clears it. */
export const local = shelf(() => localStorage);
/** Kept for this tab, over reloads. */
export const tab = shelf(() => sessionStorage);
