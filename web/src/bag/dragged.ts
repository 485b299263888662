/** A tile that is being dragged, and where it was taken up. */

import type { Tile } from './tiles';

export interface Dragged {
  from: 'hand' | 'table' | 'draft';
  id: number;
  tile: Tile;
}
