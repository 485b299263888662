import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';

// A busy machine takes seconds to load a part of the page for the first time.
configure({ asyncUtilTimeout: 10_000 });

/** jsdom lays nothing out, so nothing ever changes its size. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoSizes;
