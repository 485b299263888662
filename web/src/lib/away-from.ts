/** Where a card goes that speaks of something on the page: near it, and never over it. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
}

const GAP = 8;

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/**
 * Return where a card of a size covers nothing of what it speaks of, and as little as can be of what
 * else should be seen; all in pixels of a page of a size.
 */
export function awayFrom(
  about: Box | null,
  card: { width: number; height: number },
  page: { width: number; height: number },
  seen: readonly Box[] = [],
): Place {
  const within = (value: number, most: number) => Math.max(GAP, Math.min(value, most - GAP));
  const middle = about === null ? page.width / 2 : about.left + about.width / 2;
  const lefts = [within(middle - card.width / 2, page.width - card.width)];
  const tops = [page.height - card.height - GAP, GAP];
  if (about !== null) {
    tops.unshift(about.top - card.height - GAP, about.top + about.height + GAP);
    lefts.push(about.left + about.width + GAP, about.left - card.width - GAP);
  }
  const places = tops.flatMap((top) =>
    lefts.map((left) => ({
      left: within(left, page.width - card.width),
      top: within(top, page.height - card.height),
    })),
  );
  const cost = (place: Place) => {
    const box = { ...place, ...card };
    const hidden = about === null ? 0 : overlap(box, about);
    return 1_000 * hidden + seen.reduce((sum, other) => sum + overlap(box, other), 0);
  };
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
