import { expect, test } from 'vitest';
import { parted } from './names';

test('the number of a namesake is kept whole, and nothing else is', () => {
  expect(parted('Wordsmith 2')).toEqual(['Wordsmith', '\u00a02']);
  expect(parted('Wordsmith')).toEqual(['Wordsmith', '']);
  expect(parted('R2 D2')).toEqual(['R2 D2', '']);
  expect(parted('42')).toEqual(['42', '']);
});
