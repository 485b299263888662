/** A game against bots that stands (X1.2). */
export const pause = {
  pause: 'Pause',
  title: 'Paused',
  text: 'Nothing runs, and no bot moves. The clock goes on exactly where it stands.',
  goOn: 'Go on',
  resign: 'Resign',
  resignSure: 'Press again to end this game without a winner',
};
