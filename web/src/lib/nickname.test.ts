import { expect, test } from 'vitest';
import { clipped, NICKNAME_MAX, ownNickname, shortened } from './nickname';

const FAMILY = '👨‍👩‍👧';

test('a name is counted in letters as a reader sees them', () => {
  expect(shortened(FAMILY.repeat(NICKNAME_MAX))).toBe(FAMILY.repeat(NICKNAME_MAX));
  expect(shortened(`${FAMILY.repeat(NICKNAME_MAX)}x`)).toBe(FAMILY.repeat(NICKNAME_MAX));
  expect(shortened('x'.repeat(NICKNAME_MAX + 5))).toBe('x'.repeat(NICKNAME_MAX));
  expect(shortened('ශ්‍රී')).toBe('ශ්‍රී');
});

function field(): { input: HTMLInputElement; heard: string[] } {
  const input = document.createElement('input');
  const heard: string[] = [];
  clipped(input);
  input.addEventListener('input', () => heard.push(input.value));
  return { input, heard };
}

test('a field takes no more than a nickname may have, before anybody hears of it', () => {
  const { input, heard } = field();
  input.value = 'y'.repeat(NICKNAME_MAX + 1);
  input.dispatchEvent(new InputEvent('input'));
  expect(heard).toEqual(['y'.repeat(NICKNAME_MAX)]);
});

test('what is being composed is left alone until it ends', () => {
  const { input, heard } = field();
  const long = 'z'.repeat(NICKNAME_MAX + 2);
  input.value = long;
  input.dispatchEvent(new InputEvent('input', { isComposing: true }));
  expect(input.value).toBe(long);
  input.dispatchEvent(new CompositionEvent('compositionend'));
  expect(heard.at(-1)).toBe('z'.repeat(NICKNAME_MAX));
});

test('a guest keeps the name that was found for them, from load to load', () => {
  localStorage.clear();
  const found = new Set(Array.from({ length: 20 }, ownNickname));
  expect(found.size).toBe(1);
});
