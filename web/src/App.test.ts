import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import App from './App.svelte';

test('the home page is headed by the name of the game', () => {
  render(App);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Wordlot');
});
