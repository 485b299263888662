/** What every card of a tour says. */

/** A card of the tour; `about` selects what it speaks of, and so does not cover. */
export interface TourStep {
  title: string;
  text: string;
  about: string;
}

export const tour = {
  title: 'A short tour',
  step: (n: number, of: number) => `${n} of ${of}`,
  next: 'Next',
  back: 'Back',
  done: 'Play',
  skip: 'Skip the tour',
  waits: 'The tour goes on in a moment.',
};
