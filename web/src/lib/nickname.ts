/** A nickname to start with, until its person chooses another. */

import { recall, remember } from './memory';

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

/** The nickname of who uses this browser: the one they chose, else one that is found once and kept. */
export function ownNickname(): string {
  const known = recall('nickname', '');
  if (known !== '') return known;
  const found = newNickname();
  remember('nickname', found);
  return found;
}

function anyBelow(n: number): number {
  return Math.floor(Math.random() * n);
}

/** The first letters of a name, as a reader counts them: an emoji of many characters is one. */
export function shortened(name: string): string {
  let kept = '';
  let letters = 0;
  for (const { segment } of segments(name)) {
    if (++letters > NICKNAME_MAX) return kept;
    kept += segment;
  }
  return name;
}

function segments(name: string): Iterable<{ segment: string }> {
  // A browser without it counts characters; the server judges all the same.
  if (!('Segmenter' in Intl)) return [...name].map((segment) => ({ segment }));
  return new Intl.Segmenter().segment(name);
}

/** Keeps a field of a nickname from growing longer than one may be; what is composed is left be. */
export function clipped(field: HTMLInputElement): () => void {
  function clip(event: Event): void {
    if ((event as InputEvent).isComposing) return;
    const short = shortened(field.value);
    if (short === field.value) return;
    field.value = short;
    // The end of a composition is no input event, and whoever is bound to the field hears those.
    if (event.type === 'compositionend') field.dispatchEvent(new Event('input'));
  }
  field.addEventListener('input', clip, true);
  field.addEventListener('compositionend', clip, true);
  return () => {
    field.removeEventListener('input', clip, true);
    field.removeEventListener('compositionend', clip, true);
  };
}
