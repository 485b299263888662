/** Whether a game is of one person alone, who may let it stand and may resign (X1.2). */

import type { Lobby, Seat } from '../wire';

export function withBotsAlone(lobby: Lobby, you: Seat | null): boolean {
  if (lobby.stage !== 'playing' || you === null) return false;
  return lobby.seats.every(
    (sitter, i) => i === you || sitter === null || sitter.gone === 'left' || (sitter.bot !== null && sitter.gone === null),
  );
}
