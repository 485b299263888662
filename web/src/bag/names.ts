/** Names where there is little room for them. */

/** Part a name from the number at its end, which tells namesakes apart and is not to be cut off. */
export function parted(name: string): [string, string] {
  const [, first = name, number = ''] = /^(.*\S)(\s+\d+)$/.exec(name) ?? [];
  return [first, number.replace(/^\s+/, '\u00a0')];
}
