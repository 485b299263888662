/** A nickname to start with, until its person chooses another. */

const QUALITIES = [
  'amber', 'bold', 'brave', 'brisk', 'calm', 'clever', 'deft', 'eager', 'fair', 'gentle', 'glad',
  'keen', 'kind', 'lively', 'lucky', 'merry', 'nimble', 'patient', 'plucky', 'quick', 'quiet',
  'sly', 'spry', 'sunny', 'swift', 'warm', 'wise', 'witty',
];
const ANIMALS = [
  'badger', 'beaver', 'bison', 'crane', 'dolphin', 'falcon', 'ferret', 'finch', 'fox', 'gecko',
  'hare', 'heron', 'ibex', 'jay', 'koala', 'lark', 'lynx', 'marten', 'mole', 'newt', 'otter',
  'owl', 'puffin', 'raven', 'robin', 'seal', 'stoat', 'swan', 'tapir', 'wren',
];

export const NICKNAME_MAX = 20;

/** Two words such as "quiet otter". */
export function newNickname(below: (n: number) => number = anyBelow): string {
  return `${QUALITIES[below(QUALITIES.length)]} ${ANIMALS[below(ANIMALS.length)]}`;
}

function anyBelow(n: number): number {
  return Math.floor(Math.random() * n);
}
