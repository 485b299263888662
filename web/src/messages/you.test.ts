import { expect, test } from 'vitest';
import * as bag from './bag';
import { common } from './common';
import * as match from './match';

test.each([
  match.log.voided(common.you, 12, 0),
  match.spoken.voided(common.you, 12, 3),
  match.auction.sold(common.you),
  bag.log.by(common.you),
  bag.log.challenged(common.you),
  bag.track.taken(5, common.you),
  bag.track.takenNote(5, common.you),
  bag.stage.tile('A', common.you, false, false),
])('who reads is "you" within a sentence: %s', (text) => {
  expect(text).not.toMatch(/.You\b/);
  expect(text).toMatch(/\byour?\b/i);
});
