/** A rematch is offered, and begins when all who stay are ready. */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { lobby } from '../fixtures/match';
import type { TableStore } from '../lib/store/table.svelte';
import { rematch as texts } from '../messages/common';
import type { Lobby } from '../wire';
import Rematch from './Rematch.svelte';

function show(you: number | null, more: Partial<Lobby>): ReturnType<typeof vi.fn> {
  const ready = vi.fn(() => Promise.resolve({ t: 'done', id: '', seq: 0, at: 0 }));
  const store = { lobby: lobby({ stage: 'over', ...more }), you, lobbyAt: performance.now(), ready };
  render(Rematch, { store: store as unknown as TableStore });
  return ready;
}

const sitter = (name: string, ready: boolean) => ({ name, bot: null, here: true, ready, gone: null, agreed: true });

test('the first press offers another game', async () => {
  const ready = show(0, { seats: [sitter('Mira', false), sitter('Tom', false)] });
  await userEvent.click(screen.getByRole('button', { name: texts.again }));
  expect(ready).toHaveBeenCalledWith(2, true);
});

test('an offer tells who made it, and that it begins without who does not press', () => {
  show(0, { seats: [sitter('Mira', false), sitter('Tom', true)], begins_in_ms: 20_000 });
  expect(screen.getByText(/Tom would play again/)).toBeVisible();
  expect(screen.getByText(/without you in 20 s/)).toBeVisible();
});

test('who is ready sees who is waited for, and can be so no more', async () => {
  const ready = show(0, { seats: [sitter('Mira', true), sitter('Tom', false)], begins_in_ms: 9_000 });
  expect(screen.getByText(/Waiting for Tom/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: texts.withdraw }));
  expect(ready).toHaveBeenCalledWith(2, false);
});

test('a spectator is asked nothing', () => {
  show(null, { seats: [sitter('Tom', true)], begins_in_ms: 9_000 });
  expect(screen.queryByRole('button')).toBeNull();
});
