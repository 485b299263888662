import { expect, test } from 'vitest';
import { withClauses } from './clauses';

test('each block of text gets the clauses that it names first', () => {
  expect(withClauses('<p>Bid (M3.1, X2).</p><ul><li>Base (M4.1).</li></ul><p>Again M3.1.</p>')).toBe(
    '<p><a id="M3.1"></a><a id="X2"></a>Bid (M3.1, X2).</p>' +
      '<ul><li><a id="M4.1"></a>Base (M4.1).</li></ul><p>Again M3.1.</p>',
  );
});

test('a clause is marked in the innermost block', () => {
  expect(withClauses('<li><p>One</p><p>Two (B5.1)</p></li>')).toBe(
    '<li><p>One</p><p><a id="B5.1"></a>Two (B5.1)</p></li>',
  );
});

test('a page without clauses stays as it is', () => {
  expect(withClauses('<p>Plain</p>')).toBe('<p>Plain</p>');
});
