import { afterEach, expect, test, vi } from 'vitest';
import { tab } from './storage';
import { visit } from './visit';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

test('a page is loaded anew where the tab keeps what was written', () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign });
  tab.write('a', '1');
  visit('/t/KWMXRT');
  expect(assign).toHaveBeenCalledWith('/t/KWMXRT');
});

test('what only this page knows is not lost on the way to another', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const told = vi.fn();
  addEventListener('popstate', told, { once: true });
  tab.write('nonce', 'b07');
  visit('/t/KWMXRT');
  expect(location.pathname).toBe('/t/KWMXRT');
  expect(told).toHaveBeenCalledOnce();
  expect(tab.read('nonce')).toBe('b07');
});
