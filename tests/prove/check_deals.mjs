/** Checks the records whose paths come in, a line each, with the page's own check; answers a line each. */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import './node.mjs';

const { checkDeal } = await import('../../web/src/lib/deal.ts');

for await (const path of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await checkDeal(new Uint8Array(await readFile(path)));
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
