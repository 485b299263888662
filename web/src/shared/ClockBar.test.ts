import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import ClockBar from './ClockBar.svelte';

const children = createRawSnippet(() => ({ render: () => '<span>No bid yet</span>' }));
const reading = { now: 0, running: false, at: 0 };

test('a clock that is yet to begin shows all of it, and its bar is full', () => {
  const { container } = render(ClockBar, { closesAt: 20_800, reading, full: 20_000, children });
  expect(screen.getByRole('timer').textContent).toContain('0:20');
  expect(container.querySelector<HTMLElement>('.bar span')?.style.transform).toBe('scaleX(1)');
});

test('a bar is measured by the clock that it belongs to', () => {
  const { container } = render(ClockBar, { closesAt: 10_000, reading, full: 20_000, children });
  expect(container.querySelector<HTMLElement>('.bar span')?.style.transform).toBe('scaleX(0.5)');
});

test('a clock that is not as usual says why', () => {
  const why = '20 seconds: no free column (M3.4)';
  render(ClockBar, { closesAt: 20_000, reading, full: 20_000, why, children });
  expect(screen.getByText(why)).toBeTruthy();
});
