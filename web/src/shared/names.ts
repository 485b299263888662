/** Names where there is little room for them. */

/** So many letters of a name are seen in the narrowest place. */
const SEEN = 5;

/** Part a name from the number at its end, which tells namesakes apart and is not to be cut off. */
export function parted(name: string): [string, string] {
  const [, first = name, number = ''] = /^(.*\S)(\s+\d+)$/.exec(name) ?? [];
  return [first, number.replace(/^\s+/, '\u00a0')];
}

/** Part the names of a table; those that begin alike are numbered, for where they are cut. */
export function apart(names: readonly string[]): [string, string][] {
  const parts = names.map(parted);
  const keys = parts.map(([first, number]) => `${beginning(first)} ${number}`);
  return parts.map(([first, number], i) => {
    if (keys.filter((key) => key === keys[i]).length < 2) return [first, number];
    const before = keys.slice(0, i).filter((key) => key === keys[i]).length;
    return [first + number, `\u00a0#${before + 1}`];
  });
}

function beginning(name: string): string {
  return [...name].slice(0, SEEN).join('').toLowerCase();
}

/** Tells an element by the class `cut` whether its text has not enough room. */
export function marksCut(element: HTMLElement): () => void {
  const judge = () => element.classList.toggle('cut', element.scrollWidth > element.clientWidth);
  const watch = new ResizeObserver(judge);
  watch.observe(element);
  judge();
  return () => watch.disconnect();
}
