/** Who left for good, let clocks run out, or came back (X1), in words. */

import { gone as texts } from '../messages/common';
import type { Lobby, Seat, Sitter } from '../wire';

/** What to tell of the change from one lobby to the next one; nothing of the reader's own seat. */
export function goings(before: Lobby | null, after: Lobby, you: Seat | null): string[] {
  if (before === null || before.number !== after.number || after.stage !== 'playing') return [];
  return after.seats.flatMap((sitter, i) => {
    const was = before.seats[i];
    const same = i === you || sitter === null || was?.name !== sitter.name || was.gone === sitter.gone;
    return same ? [] : [told(sitter, after)];
  });
}

function told(sitter: Sitter, lobby: Lobby): string {
  const { name, bot } = sitter;
  switch (sitter.gone) {
    case null:
      return texts.back(name);
    case 'left':
      // Where nobody plays on, nothing plays for who left.
      return bot === null && lobby.absence === 'bot' ? texts.nobody(name) : texts.left(name, bot !== null);
    case 'absent':
      return texts.absent(name, bot !== null);
  }
}

/** The name of who sits in a seat, with what plays it where a person is gone. */
export function nameOf(sitter: Sitter | null): string {
  if (sitter === null) return '';
  return sitter.gone !== null && sitter.bot !== null ? texts.standIn(sitter.name) : sitter.name;
}

/** Whether anybody plays a seat: its player, a bot, or one that plays for who is gone. */
export function presence(sitter: Sitter): boolean {
  return sitter.bot !== null || (sitter.here && sitter.gone === null);
}
