/** What the tour of a first game of Bet the Bag says. */

export const tourSteps = [
  {
    title: 'How few tiles do you need?',
    about: '.head .contract',
    text: 'A card says how many letters the word must have. In turn, each player bids a number of tiles, all different.',
  },
  {
    title: 'The lowest bid tries first',
    about: '.queue',
    text: 'In one minute you draw from the bag and lay from your hand, never more than your bid. What lies, stays.',
  },
  {
    title: 'Then the next',
    about: '.queue',
    text: 'If you fail, the tiles pass on to the next bid, with what is already there. Watch, and compose ahead.',
  },
  {
    title: 'Bluff, or challenge',
    about: '.compose .word',
    text: 'Any word stands unless somebody challenges it. A real one then counts double; a made-up one costs a card.',
  },
  {
    title: 'Until the last ace',
    about: '.aces',
    text: 'Who passes draws a tile. The highest score wins. Press ? for the rules at any time.',
  },
] as const;
