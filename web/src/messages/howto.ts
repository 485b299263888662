/** How to play, for somebody new at a table: a few steps that follow how the table is set. */

import { common } from './common';

type Given = Readonly<Record<string, unknown>>;

const clock = (ms: unknown, usual: number): string =>
  ms === null ? '' : common.seconds(typeof ms === 'number' ? ms : usual);

function match(given: Given): string[] {
  const called = given['bidding'] === 'called';
  const round = clock(given['round_clock_ms'], 60_000);
  const lay = clock(given['lay_clock_ms'], 30_000);
  const costs = given['void'] === 'free' ? '' : ' and costs as many points as were called, at most what its player has';
  return [
    'Everybody puts 40 points into the pot and gets seven cards. Words are paid out of the pot; when it is empty, the most points win.',
    'All look for a word at once: a base word, a word down through it, or more letters to a word that lies there. The pictures show how.',
    called
      ? 'Call a number, which is your bid: as many as the cards that you are going to lay, doubled if they are all of one colour.'
      : 'Lay it on the crossword and bid. A bid is worth as many as the cards that you lay, doubled if they are all of one colour. The others see its number, and not the word.',
    `You bid once in a round, and for more than anybody before you; or you pass. ${round === '' ? 'No clock runs.' : `There are ${round} for it.`}`,
    called
      ? `The highest bid has ${lay} to lay a word of that value. Else it is void${costs}, and the next lower bid has the same chance.`
      : 'The highest bid wins, and its word is laid.',
    'The word pays as many points as it has letters, those that lay there too; doubled if all of them are of one colour.',
    'Everybody draws a card, and the next round begins. If nobody bids, the crossword is cleared away.',
  ];
}

function betTheBag(given: Given): string[] {
  const bid = clock(given['bid_clock_ms'], 20_000);
  return [
    `Everybody takes three tiles out of the bag and keeps them hidden.${given['blanks'] === 'out' ? '' : ' A blank tile is any letter you like.'}`,
    'A card is turned up. Its number is the contract: a word of at least so many letters is wanted.',
    `Once around, each says how many tiles they will need for one, a number that nobody else has said; or passes, and draws a tile.${bid === '' ? '' : ` There are ${bid} for it.`}`,
    'The lowest bid tries first, for one minute: draw tiles from the bag or lay your own, until as many lie there as you bid, and make a word of them.',
    'Whoever has one takes the card, which counts its number, and draws a tile. Otherwise the tiles stay, and the next higher bid tries.',
    given['words'] === 'checked'
      ? 'Only words of the lexicon are taken.'
      : 'A word may be a bluff. Another player may challenge it: in the lexicon it counts double; else it does not count, and its player loses a card.',
    'When the fourth ace is turned up, the game is over. The most points win.',
  ];
}

const steps: Readonly<Record<string, (given: Given) => string[]>> = { match, bet_the_bag: betTheBag };

export const howto = {
  title: 'How to play',
  /** The steps of a game as a table is set, or as it is usually played. */
  steps: (game: string, given: Given): string[] => steps[game]?.(given) ?? [],
};
