import { render, screen } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { howto } from '../messages/howto';
import HowToPlay from './HowToPlay.svelte';
import { parted } from './texts';

const told = (game: string, options: Record<string, unknown>) => howto.steps(game, options).join(' ');

describe('how to play speaks of this table', () => {
  test.each([
    [{}, 'Lay it on the crossword and bid', 'Call a number'],
    [{ bidding: 'called' }, 'Call a number', 'Lay it on the crossword'],
    [{ bidding: 'called', void: 'pays' }, 'costs as many points as were called', 'costs nothing'],
    [{ bidding: 'called', void: 'free' }, 'Else it is void, and', 'costs as many points'],
    [{ bidding: 'sealed', void: 'pays' }, 'its word is laid', 'void'],
    [{ round_clock_ms: 20_000 }, 'There are 20 seconds for it', '60 seconds'],
    [{ round_clock_ms: null }, 'No clock runs', 'seconds for it'],
    [{ bidding: 'called', lay_clock_ms: 15_000 }, 'has 15 seconds to lay', '30 seconds'],
  ])('Match with %o', (options, says, saysNot) => {
    expect(told('match', options)).toContain(says);
    expect(told('match', options)).not.toContain(saysNot);
  });

  test.each([
    [{}, 'challenge', 'Only words of the lexicon'],
    [{ words: 'checked' }, 'Only words of the lexicon', 'challenge'],
    [{ blanks: 'in' }, 'A blank tile', '60 seconds'],
    [{ blanks: 'out' }, 'three tiles', 'A blank tile'],
    [{ bid_clock_ms: 10_000 }, 'There are 10 seconds for it', '20 seconds'],
    [{ bid_clock_ms: null }, 'draws a tile', 'for it.'],
  ])('Bet the Bag with %o', (options, says, saysNot) => {
    expect(told('bet_the_bag', options)).toContain(says);
    expect(told('bet_the_bag', options)).not.toContain(saysNot);
  });
});

test('the steps are a list, and every picture of the sheet has its words', () => {
  render(HowToPlay, { game: 'match', options: {} });
  expect(screen.getByRole('heading', { name: 'How to play', level: 2 })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(howto.steps('match', {}).length);
  expect(screen.getAllByRole('figure')).toHaveLength(6);
  expect(screen.getByRole('img', { name: 'RATE, PLAY' }).querySelector('svg')).not.toBeNull();
});

test('a game without steps has no empty section', () => {
  const { container } = render(HowToPlay, { game: 'chess', options: {} });
  expect(container.textContent).toBe('');
});

test('a page is parted before its first section', () => {
  expect(parted('<h1>A</h1><p>b</p><h2>C</h2><h2>D</h2>')).toEqual(['<h1>A</h1><p>b</p>', '<h2>C</h2><h2>D</h2>']);
  expect(parted('<h1>A</h1>')).toEqual(['<h1>A</h1>', '']);
});
