/** Parts of the page that are fetched when they are needed, from a server that may be newer or away. */

import { tab } from './storage';

const AT = 'wordlot.renewed';
const PAUSE_MS = 20_000;

/** What a part that cannot be fetched asks of the browser. */
export interface Ways {
  /** Whether the server answers at all. */
  answers: () => Promise<boolean>;
  /** Load the whole page anew. */
  reload: () => void;
}

const browser: Ways = {
  answers: () =>
    fetch('/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => location.reload(),
};

/**
 * Fetch a part of the page. Where the server is there and the part is not, the page is older than
 * the server: it is loaded anew, once in a while or when `asked` for, and nothing is returned. Else
 * the failure is thrown.
 */
export async function part<T>(load: () => Promise<T>, asked = false, ways: Ways = browser): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const last = Number(tab.read(AT) ?? 0);
    const lately = !asked && Date.now() - last < PAUSE_MS;
    if (lately || !(await ways.answers())) throw error;
    tab.write(AT, String(Date.now()));
    ways.reload();
    return new Promise<never>(() => undefined);
  }
}
