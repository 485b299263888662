/** Which page an address names. */

export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'rules'; game: string }
  | { page: 'referee' }
  | { page: 'print' }
  | { page: 'nowhere' };

/** Read a path such as `/t/KWMXR`. */
export function routeOf(path: string): Route {
  const [first, second, ...rest] = path.split('/').filter((part) => part !== '');
  if (first === undefined) return { page: 'home' };
  if (second === undefined && (first === 'referee' || first === 'print')) return { page: first };
  if (second !== undefined && rest.length === 0) {
    if (first === 't') return { page: 'table', code: decodeURIComponent(second) };
    if (first === 'rules') return { page: 'rules', game: decodeURIComponent(second) };
  }
  return { page: 'nowhere' };
}
