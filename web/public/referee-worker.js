/**
 * Lets the page that referees real cards open without a network.
 *
 * Its scope is `/referee` alone, so no page of an online table ever comes from here. It keeps what
 * that page says it is made of, and what the server's API answers is never touched.
 */

const SHELF = 'wordlot-referee-1';
const PAGE = '/referee';
/** A network that answers later than this is none. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (!Array.isArray(keep)) return;
  event.waitUntil(
    keepAll(keep).then(
      () => event.ports[0]?.postMessage({ kept: true }),
      () => event.ports[0]?.postMessage({ kept: false }),
    ),
  );
});

/** Keep a page with all its parts, or nothing: it changes over to a new one when that is whole. */
async function keepAll(parts) {
  const shelf = await caches.open(SHELF);
  const missing = [];
  for (const part of parts) if ((await shelf.match(part)) === undefined) missing.push(part);
  await shelf.addAll(missing);
  await shelf.add(new Request(PAGE, { cache: 'reload' }));
  const wanted = new Set([PAGE, ...parts]);
  for (const request of await shelf.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await shelf.delete(request);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') {
    event.respondWith(part(request));
  }
});

/** The page from the network; as it was kept only where there is none. */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELF });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Names of parts hold a hash of what is in them, so a kept one is never stale. */
async function part(request) {
  return (await caches.match(request, { cacheName: SHELF })) ?? fetch(request);
}
