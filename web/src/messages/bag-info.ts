/** What the pages around a table say of Bet the Bag. */

export const info = {
  title: 'Bet the Bag',
  about:
    'How many tiles do you need for a word of six? Bid low, draw fast, and bluff if you dare: only a ' +
    'challenge opens the dictionary.',
  facts: (least: number, most: number) => `${least}–${most} players · 20–30 minutes`,
};

export const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'flip, bid, or submit'],
  ['Digits, ↑ ↓', 'choose a free number'],
  ['/p', 'pass'],
  ['A–Z', 'type a letter, tiles on the table first'],
  ['Shift + letter', 'a blank as that letter'],
  ['Backspace, Esc', 'take the last letter back, or all'],
  ['Space', 'draw a tile'],
  ['/g', 'give up'],
  ['/x and /a', 'challenge and accept'],
  [', and .', 'shuffle and sort your tiles'],
  ['/c /h /b', 'hear clock, hand, board'],
  ['/s /w /l', 'hear scores, who is awaited, the last event'],
  ['?', 'the rules, at the clause in force'],
];
