import { expect, test } from 'vitest';
import { apart, parted } from './names';

test('the number that tells namesakes apart is parted from the name that may be cut', () => {
  expect(parted('Pip 2')).toEqual(['Pip', '\u00a02']);
  expect(parted('Pip')).toEqual(['Pip', '']);
  expect(parted('R2 D2')).toEqual(['R2 D2', '']);
  expect(parted('42')).toEqual(['42', '']);
});

test('names that are one where they are cut get numbers, and no others do', () => {
  const names = ['quiet otter', 'Mira', 'Quiet owl', 'Miranda', 'Pip', 'Pip 2', 'quiet ox 2'];
  expect(apart(names).map(([first, number]) => first + number)).toEqual([
    'quiet otter\u00a0#1',
    'Mira',
    'Quiet owl\u00a0#2',
    'Miranda',
    'Pip',
    'Pip\u00a02',
    'quiet ox\u00a02',
  ]);
});
