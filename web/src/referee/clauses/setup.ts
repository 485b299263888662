/** Reading the setup of a game. */

import { fromWire, type Struct } from './python.ts';
import type { Rules } from './rules.js';

/** The setup of a game, read as the first event of its game holds it. */
export function setupOf(rules: Rules, setup: unknown): Struct {
  const [opened] = rules.event_type;
  const spec = opened?.specs?.()['setup'];
  if (spec === undefined) throw new Error('the first event of a game holds its setup');
  return fromWire(spec, setup) as Struct;
}
