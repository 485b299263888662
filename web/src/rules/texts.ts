/** The rules pages for players, from `docs/rules`, each fetched when it is asked for. */

const pages = import.meta.glob<string>('../../../docs/rules/*.md', { import: 'default' });

/** Return the page of a game as HTML of our own making, or `null` where there is none. */
export async function rulesOf(game: string): Promise<string | null> {
  const load = pages[`../../../docs/rules/${game.replaceAll('_', '-')}.md`];
  return load === undefined ? null : load();
}

/** Part a page where its first heading of a section begins. */
export function parted(html: string): [string, string] {
  const at = html.indexOf('<h2');
  return at < 0 ? [html, ''] : [html.slice(0, at), html.slice(at)];
}
