import '@testing-library/jest-dom/vitest';

/** jsdom lays nothing out, so nothing ever changes its size. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoSizes;
