/** Letters of an alphabet in what somebody types. */

/** Split a text, the longest letter first at every place; what is no letter is left out. */
export function splitLetters(text: string, letters: readonly string[]): string[] {
  const known = [...letters].sort((a, b) => b.length - a.length);
  const small = text.toLowerCase().normalize('NFC');
  const found: string[] = [];
  for (let at = 0; at < small.length; ) {
    const letter = known.find((face) => small.startsWith(face, at));
    if (letter !== undefined) found.push(letter);
    at += letter?.length ?? 1;
  }
  return found;
}
