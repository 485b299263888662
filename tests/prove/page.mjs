/** An honest page, by its own code: what it is asked comes in, a line each; it answers a line each. */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import './node.mjs';

const { checkDeal } = await import('../../web/src/lib/deal.ts');
const { answerTo, foulIn } = await import('../../web/src/lib/fair.ts');
const { committed, partOf } = await import('../../web/src/lib/nonce.ts');

const CODE = 'CDFHJK';
const does = {
  commit: ({ game }) => committed(CODE, game),
  list: ({ dealing, you }) => answerTo({ code: CODE }, dealing, you),
  opened: ({ game, setup }) => foulIn(setup, partOf(CODE, game)),
  record: async ({ game, setup, path }) => {
    const raw = new Uint8Array(await readFile(path));
    try {
      const { sworn, withheld } = await checkDeal(raw, { setup, part: partOf(CODE, game) });
      return { sworn, withheld };
    } catch (error) {
      return { error: error.message };
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  process.stdout.write(`${JSON.stringify((await does[asked.ask](asked)) ?? null)}\n`);
}
