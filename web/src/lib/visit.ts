/** Going to another page of this client. */
import { tab } from './storage';

/**
 * Load the page of an address. Where the tab keeps nothing, what this page knows would be lost with
 * it, its part in a deal among it: there the page changes without being loaded anew.
 */
export function visit(path: string): void {
  if (tab.keeps()) {
    location.assign(path);
    return;
  }
  history.pushState(null, '', path);
  document.documentElement.scrollTop = 0;
  dispatchEvent(new PopStateEvent('popstate'));
}
