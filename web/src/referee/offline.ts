/** Keeps this page for a time without a network, where the browser keeps pages at all. */

const WORKER = '/referee-worker.js';
const SCOPE = '/referee';

/** Whether the page can be opened again without a network. */
export async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    const { active } = await navigator.serviceWorker.ready;
    return active !== null && (await ask(active, { keep: partsOf(performance) }));
  } catch {
    return false;
  }
}

/** A network that answers later than this is none. */
const PATIENCE_MS = 4_000;

/** Whether the server is there, so that pages other than this one can be opened. */
export function reachable(): Promise<boolean> {
  return fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    // A server that is not well says so by 503; it is there all the same.
    ({ ok, status }) => ok || status === 503,
    () => false,
  );
}

/** What the page has loaded of its own files; their names hold their hashes. */
export function partsOf(loaded: Pick<Performance, 'getEntriesByType'>): string[] {
  const paths = loaded
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, location.href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  return [...new Set(['/favicon.svg', ...paths])];
}

function ask(worker: ServiceWorker, message: object): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = (event: MessageEvent<{ kept: boolean }>) => done(event.data.kept);
    worker.postMessage(message, [port2]);
  });
}
