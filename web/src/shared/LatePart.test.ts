import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import LatePart from './LatePart.svelte';

const children = createRawSnippet<[string]>((loaded) => ({ render: () => `<p>${loaded()}</p>` }));

test('a dialog is fetched when it is first opened, and once', async () => {
  const load = vi.fn(() => Promise.resolve('the menu'));
  const { rerender } = render(LatePart<string>, { load, open: false, onclose: () => {}, children });
  expect(load).not.toHaveBeenCalled();
  await rerender({ open: true });
  expect(await screen.findByText('the menu')).toBeInTheDocument();
  await rerender({ open: false });
  await rerender({ open: true });
  expect(load).toHaveBeenCalledTimes(1);
});

test('a dialog that cannot be fetched is told in one, which closes and tries again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const load = vi.fn(() => (load.mock.calls.length < 2 ? Promise.reject(new TypeError('gone')) : Promise.resolve('the menu')));
  const onclose = vi.fn();
  render(LatePart<string>, { load, open: true, onclose, children });
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be fetched');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onclose).toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the menu')).toBeInTheDocument();
  vi.unstubAllGlobals();
});
