/** What the tour of a first game of Match says. */

export const tourSteps = [
  {
    title: 'Everyone bids at once',
    about: '.clock',
    text: 'There are no turns. Make a word with your cards; the highest bid lays its word and is paid.',
  },
  {
    title: 'A bid is a play',
    about: '.hand',
    text:
      'Type a whole word, or tap cards. Once a crossword lies there, tap above or below one of its ' +
      'letters, or an end, to build on it.',
  },
  {
    title: 'One colour counts double',
    about: '.hand',
    text:
      'The value is how many cards you lay, doubled if they are all of one colour. It ranks the bids. ' +
      'The score is the whole word, and is what the pot pays.',
  },
  {
    title: 'One bid a round',
    about: '.buttons',
    text: 'The green button is your bid. It is final for the round, and so is a pass. Then you wait.',
  },
  {
    title: 'Until the pot is empty',
    about: '[data-tour=pot]',
    text: 'Most coins win. The rules are one key away: press ? or open the menu.',
  },
] as const;
