/** Marks in a page of rules the text that speaks of each clause, so that it can be opened there. */

const CLAUSE = /\b(?:[MB]\d+(?:\.\d+)?|X\d+)\b/g;
const BLOCK = /<(?:p|li|h[1-4]|td)>/g;

/** Give the block of text that names a clause first an anchor of that name. */
export function withClauses(html: string): string {
  const blocks = [...html.matchAll(BLOCK)].map(({ index, 0: tag }) => index + tag.length);
  const anchors = new Map<number, string[]>();
  const seen = new Set<string>();
  for (const { 0: clause, index } of html.matchAll(CLAUSE)) {
    const start = blocks.findLast((at) => at <= index);
    if (start === undefined || seen.has(clause)) continue;
    seen.add(clause);
    anchors.set(start, [...(anchors.get(start) ?? []), clause]);
  }
  let marked = '';
  let done = 0;
  for (const [at, clauses] of [...anchors].sort(([a], [b]) => a - b)) {
    marked += html.slice(done, at) + clauses.map((id) => `<a id="${id}"></a>`).join('');
    done = at;
  }
  return marked + html.slice(done);
}
