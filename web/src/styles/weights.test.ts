import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true });
/** What the face that is always loaded has. */
const [LIGHTEST, HEAVIEST] = [400, 800];

test('no text asks for a weight that the face has not', () => {
  const asked = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/font-weight:\s*([^;]+);|font:\s*(\d{3})\s/g)].map(([, weight, short]) => ({
      file,
      weight: weight ?? short ?? '',
    })),
  );
  expect(Object.values(sources).filter((text) => text === '')).toEqual([]);
  expect(asked.length).toBeGreaterThan(50);
  const faces = /^\d+ \d+$/;
  const beyond = asked.filter(
    ({ weight }) => !faces.test(weight) && weight !== 'inherit' && !(+weight >= LIGHTEST && +weight <= HEAVIEST),
  );
  expect(beyond).toEqual([]);
});

test('what stands out in a text is as heavy as the face allows, also within a button', () => {
  expect(sources['./base.css']).toMatch(/\nb,\nstrong \{\n {2}font-weight: 700;/);
});
