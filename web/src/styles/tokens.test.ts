import css from './tokens.css?raw';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';

/** The tokens of a theme; the dark one overrides some of the light one. */
function tokens(theme: Theme): Map<string, string> {
  const dark = css.indexOf('@media (prefers-color-scheme: dark)');
  const end = css.indexOf('@media', dark + 1);
  const text = theme === 'light' ? css.slice(0, dark) : css.slice(0, end);
  return new Map([...text.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, k, v]) => [k ?? '', v ?? '']));
}

/** Relative luminance as WCAG 2 has it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const part = parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Theme, a: string, b: string): number {
  const [x, y] = [a, b].map((name) => luminance(tokens(theme).get(`--${name}`) ?? ''));
  const [low = 0, high = 0] = [x ?? NaN, y ?? NaN].sort((p, q) => p - q);
  return (high + 0.05) / (low + 0.05);
}

const TEXT: [string, string][] = [
  ...['paper', 'sheet', 'chip'].flatMap((ground): [string, string][] =>
    ['ink', 'ink-soft'].map((ink) => [ink, ground]),
  ),
  ...['paper', 'sheet'].flatMap((ground): [string, string][] =>
    ['go-ink', 'warn-ink'].map((ink) => [ink, ground]),
  ),
  ...['felt', 'felt-deep', 'felt-raised'].flatMap((ground): [string, string][] =>
    ['felt-ink', 'felt-soft'].map((ink) => [ink, ground]),
  ),
  ['alarm', 'felt-deep'],
  ['on-go', 'go'],
  ['yellow-ink', 'yellow'],
  ['yellow-ink', 'yellow-mark'],
  ['red-ink', 'red'],
  ['tile-ink', 'tile'],
];

const EDGES: [string, string][] = [
  ['edge', 'paper'],
  ['edge', 'sheet'],
  ['focus', 'paper'],
  ['focus', 'sheet'],
  ['felt-edge', 'felt'],
  ['felt-edge', 'felt-deep'],
  ['felt-focus', 'felt'],
  ['felt-focus', 'felt-deep'],
  ['go', 'felt'],
  ['go', 'felt-deep'],
  ['yellow', 'felt'],
  ['yellow', 'felt-deep'],
  ['tile', 'felt'],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(TEXT)('%s can be read on %s', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(EDGES)('the edge %s can be seen on %s', (edge, ground) => {
    expect(contrast(theme, edge, ground)).toBeGreaterThanOrEqual(3);
  });

  test('yellow and red cards differ without colour', () => {
    expect(contrast(theme, 'yellow', 'red')).toBeGreaterThanOrEqual(3);
  });
});
