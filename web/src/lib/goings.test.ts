import { describe, expect, it } from 'vitest';
import { lobby } from '../fixtures/match';
import type { Lobby, Sitter } from '../wire';
import { goings, nameOf, presence } from './goings';

const tom: Sitter = { name: 'Tom', bot: null, here: true, ready: false, gone: null, agreed: true };

function lobbyWith(sitter: Sitter, more: Partial<Lobby> = {}): Lobby {
  return lobby({ seats: [{ ...tom, name: 'Mira' }, sitter], stage: 'playing', ...more });
}

describe('goings', () => {
  it('tells who left, and who plays on', () => {
    const left: Sitter = { ...tom, here: false, gone: 'left', bot: 'medium' };
    expect(goings(lobbyWith(tom), lobbyWith(left), 0)).toEqual(['Tom left. A bot plays on.']);
    expect(goings(lobbyWith(left), lobbyWith(tom), 0)).toEqual(['Tom is back.']);
  });

  it('tells that a seat passes', () => {
    const absent: Sitter = { ...tom, gone: 'absent' };
    expect(goings(lobbyWith(tom), lobbyWith(absent, { absence: 'passes' }), 0)).toEqual([
      'Two clocks of Tom ran out. That seat passes until Tom is back.',
    ]);
  });

  it('says nothing of the reader, of the first lobby, or of another game', () => {
    const left: Sitter = { ...tom, gone: 'left' };
    expect(goings(lobbyWith(tom), lobbyWith(left), 1)).toEqual([]);
    expect(goings(null, lobbyWith(left), 0)).toEqual([]);
    expect(goings(lobbyWith(tom, { number: 1 }), lobbyWith(left, { number: 2 }), 0)).toEqual([]);
  });

  it('names a bot that plays for somebody', () => {
    expect(nameOf({ ...tom, gone: 'left', bot: 'easy' })).toBe('Tom (bot)');
    expect(nameOf(tom)).toBe('Tom');
    expect(presence({ ...tom, gone: 'absent' })).toBe(false);
    expect(presence({ ...tom, gone: 'absent', bot: 'easy', here: false })).toBe(true);
  });
});
