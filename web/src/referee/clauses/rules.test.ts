import { describe, expect, test } from 'vitest';
import cases from './cases.json';
import { fromWire, toWire, type Struct } from './python.ts';
import { differences, type Told } from './replay.ts';
import { BET_THE_BAG, Crossword, MATCH, MatchPlay, worth } from './rules.js';

interface Opened {
  version: number;
  setup: { options: Record<string, unknown> };
}

const YELLOW = ['a', 'y'];
const RED = ['a', 'r'];

function judged(crossword: unknown, play: unknown): unknown {
  return toWire(worth(fromWire(Crossword, crossword), fromWire(MatchPlay, play)));
}

describe('the translated rules', () => {
  test.each(cases.games as Told[])('tell a game of $game as the real ones told it', (told) => {
    expect(differences(told)).toEqual([]);
  });

  test('fold games that older versions of the rules began as those did', () => {
    for (const told of cases.games as Told[]) {
      const rules = told.game === 'match' ? MATCH : BET_THE_BAG;
      const [opened] = structuredClone(told.steps[0]?.events ?? []) as Opened[];
      if (opened === undefined) throw new Error('the game was not opened');
      opened.version = 1;
      delete opened.setup.options['void'];
      const state = rules.evolve(rules.empty, fromWire({ one: rules.event_type }, opened) as Struct);
      expect(state['version']).toBe(1);
      if (told.game === 'match') expect(state['setup'].options['void']).toBe('free');
    }
  });

  test('name what differs where a game is told wrongly', () => {
    const [told] = structuredClone(cases.games) as Told[];
    const step = told?.steps.find(({ refused }) => refused !== undefined);
    if (told === undefined || step?.refused === undefined) throw new Error('nothing was refused');
    step.refused.clause = 'M0';
    expect(differences(told)).toHaveLength(1);
  });

  test.each(cases.worths.worked)('have the worked figures of M5.3: value $value, score $score', (figure) => {
    const { crossword, play, value, score } = figure;
    expect(judged(crossword, play)).toEqual({ value, score });
  });

  test('value and score every colouring as M5.1 and M5.2 do', () => {
    const wrong = cases.worths.all.filter(([y = 0, r = 0, oldY = 0, oldR = 0, value, score]) => {
      const cards = (yellow: number, red: number) => [
        ...Array.from({ length: yellow }, () => YELLOW),
        ...Array.from({ length: red }, () => RED),
      ];
      const base = cards(oldY, oldR);
      const kind = base.length > 0 ? 'extend_base' : 'base';
      const play = { kind, column: 0, before: cards(y, r), after: [] };
      const got = judged({ base, crossings: [] }, play) as { value: number; score: number };
      return got.value !== value || got.score !== score;
    });
    expect(wrong).toEqual([]);
    expect(cases.worths.all.length).toBeGreaterThan(300);
  });
});
