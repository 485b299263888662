import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import ClockBar from './ClockBar.svelte';

const children = createRawSnippet(() => ({ render: () => '<b>the minute</b>' }));

function warnings(left: number, full: number): number[] {
  const heard: number[] = [];
  const reading = { now: 0, running: true, at: performance.now() };
  const { unmount } = render(ClockBar, {
    closesAt: left,
    reading,
    full,
    onFew: (ms: number) => heard.push(Math.ceil(ms / 1000)),
    children,
  });
  expect(screen.getByRole('timer')).toHaveTextContent(/^0:\d\d$/);
  unmount();
  return heard;
}

test('little is left at ten seconds, and of a clock that short not from its start', () => {
  expect(warnings(11_000, 60_000)).toEqual([]);
  expect(warnings(10_000, 60_000)).toEqual([10]);
  expect(warnings(10_000, 15_000)).toEqual([10]);
  expect(warnings(10_000, 10_000)).toEqual([]);
  expect(warnings(6_000, 10_000)).toEqual([6]);
});
