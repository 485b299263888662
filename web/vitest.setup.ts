import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';
import { beforeEach } from 'vitest';

// A busy machine takes seconds to load a part of the page for the first time.
configure({ asyncUtilTimeout: 10_000 });

// What the tab of one test keeps is not meant for the next.
beforeEach(() => globalThis.sessionStorage?.clear());

/** jsdom lays nothing out, so nothing ever changes its size. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoSizes;
