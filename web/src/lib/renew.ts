/** A page that was opened before the server was renewed asks for parts that are no longer there. */

const AT = 'wordlot.renewed';
const PAUSE_MS = 20_000;

/** Load the page anew when a part of it is gone, but not again and again. */
export function renewWhenOutdated(reload: () => void = () => location.reload()): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(AT) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(AT, String(Date.now()));
    event.preventDefault();
    reload();
  });
}
