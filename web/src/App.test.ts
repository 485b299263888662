import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';

import App from './App.svelte';
import { common, screens } from './messages/common';

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  return () => vi.unstubAllGlobals();
});

test('the home page has one heading of the first level while the server has not answered', async () => {
  render(App, { path: '/' });
  expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('an address that leads nowhere says so and leads home', () => {
  render(App, { path: '/no/such/page' });
  expect(screen.getByRole('heading', { name: screens.nowhereTitle })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: common.home })).toHaveAttribute('href', '/');
});
