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
  /** Whether nothing is covered there that counts. */
  clear: boolean;
}

const GAP = 8;

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/** What the card is beside: the more it matters, the less of it is covered. */
export interface Beside {
  /** What the card speaks of; none where it is not on the page. */
  about: Box | null;
  /** What has to be seen meanwhile. */
  seen: readonly Box[];
  /** What may be pressed meanwhile. */
  pressed: readonly Box[];
}

/**
 * Return where a card of a size covers nothing of what it speaks of, nothing that has to be seen
 * where that can be, and as little as can be of what may be pressed; all in pixels of a page of a
 * size. Of places as good the nearest to what it speaks of is taken.
 */
export function awayFrom(
  { about, seen, pressed }: Beside,
  card: { width: number; height: number },
  page: { width: number; height: number },
): Place {
  const within = (value: number, most: number) => Math.max(GAP, Math.min(value, most - GAP));
  const left = about === null ? page.width / 2 : about.left + about.width / 2;
  const top = about === null ? page.height : about.top + about.height / 2;
  const off = (place: { left: number; top: number }) =>
    Math.hypot(place.left + card.width / 2 - left, place.top + card.height / 2 - top);
  const all = [...(about === null ? [] : [about]), ...seen, ...pressed];
  const lefts = all.flatMap((box) => [box.left - card.width - GAP, box.left + box.width + GAP]);
  const tops = all.flatMap((box) => [box.top - card.height - GAP, box.top + box.height + GAP]);
  const each = (values: number[], most: number) => [...new Set(values.map((value) => within(value, most)))];
  const places = each([page.height, 0, ...tops], page.height - card.height).flatMap((down) =>
    each([left - card.width / 2, ...lefts], page.width - card.width).map((across) => ({ left: across, top: down })),
  );
  const hides = (box: Box, boxes: readonly Box[]) => boxes.reduce((sum, other) => sum + overlap(box, other), 0);
  const cost = (place: { left: number; top: number }) => {
    const box = { ...place, ...card };
    return 10_000 * hides(box, about === null ? [] : [about]) + 100 * hides(box, seen) + hides(box, pressed);
  };
  const [best] = places
    .map((place) => ({ place, cost: cost(place), off: off(place) }))
    .sort((a, b) => a.cost - b.cost || a.off - b.off);
  return best === undefined ? { left: GAP, top: GAP, clear: false } : { ...best.place, clear: best.cost === 0 };
}
