// @vitest-environment node
/** The page's own check of a deal, on the records that the rules were tested with (X3). */
import { describe, expect, it } from 'vitest';

import { checkDeal, DealError } from './deal';

const records = import.meta.glob<string>('../../../tests/records/*.jsonl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes(text));
  return Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Close a record again after its lines were changed, as a cheating host would. */
async function closed(lines: string[], seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = `${lines.join('\n')}\n`;
  const end = JSON.stringify({ t: 'end', seed, sha256: await hash(body) });
  return bytes(`${body}${end}\n`);
}

function taken(text: string): { lines: string[]; seed: string } {
  const lines = text.trimEnd().split('\n');
  const end = JSON.parse(lines.pop() as string) as { seed: string };
  return { lines, seed: end.seed };
}

describe.each(Object.entries(records))('the record %s', (_path, text) => {
  it('is dealt again from its seed', async () => {
    expect((await checkDeal(bytes(text))).draws).toBeGreaterThan(20);
  });

  it('is refused with any bit flipped', async () => {
    const raw = bytes(text);
    for (let i = 0; i < 60; i++) {
      const at = Math.floor((raw.length * i) / 60) + (i % 7);
      const spoilt = raw.slice();
      spoilt[at] = (spoilt[at] as number) ^ (1 << i % 8);
      await expect(checkDeal(spoilt), `byte ${at}, bit ${i % 8}`).rejects.toThrow(DealError);
    }
  });

  it('is refused when it is cut off', async () => {
    const raw = bytes(text);
    for (const length of [0, 1, raw.length - 1, raw.length - 2, raw.length >> 1]) {
      await expect(checkDeal(raw.slice(0, length))).rejects.toThrow(DealError);
    }
  });

  it('is refused when two cards changed places though all hashes fit', async () => {
    const { lines, seed } = taken(text);
    const at = lines.findIndex((line) => line.includes('_shuffled"'));
    lines[at] = (lines[at] as string).replace(/(\[[^[\]]+\]),(\[[^[\]]+\])\]\}\}$/, '$2,$1]}}');
    expect(lines.join('\n')).not.toBe(taken(text).lines.join('\n'));
    await expect(checkDeal(await closed(lines, seed))).rejects.toThrow('something else');
  });

  it('is refused when a seat was dealt from elsewhere', async () => {
    const { lines, seed } = taken(text);
    const drawn = lines.findIndex((line) => /"(cards_drawn|tiles_taken)"/.test(line));
    lines[drawn] = (lines[drawn] as string).replace(
      /"(cards|tiles)":\[(\[[^\]]+\]|"[^"]+")/,
      (_all, name: string, first: string) =>
        `"${name}":[${first.startsWith('[') ? '["q","y"]' : '"?"'}`,
    );
    await expect(checkDeal(await closed(lines, seed))).rejects.toThrow('something else');
  });

  it('is refused with a seed that was not committed to', async () => {
    const { lines } = taken(text);
    const other = await closed(lines, '7'.repeat(64));
    await expect(checkDeal(other)).rejects.toThrow('the seed is another one');
  });

  it('is refused when the game was seen to begin otherwise', async () => {
    const { lines } = taken(text);
    const { setup } = (JSON.parse(lines[1] as string) as { event: { setup: object } }).event;
    await checkDeal(bytes(text), { setup });
    const other = { setup: { ...setup, commitment: '0'.repeat(64) } };
    await expect(checkDeal(bytes(text), other)).rejects.toThrow('began otherwise');
  });

  it('is of the newest way only with a commitment of every seat', async () => {
    const { lines, seed } = taken(text);
    const { sworn } = await checkDeal(bytes(text));
    expect(sworn).toBe(lines[0]?.includes('"format":2'));
    lines[0] = (lines[0] as string).replace(/"format":\d/, `"format":${sworn ? 1 : 2}`);
    await expect(checkDeal(await closed(lines, seed))).rejects.toThrow('format');
  });
});

it('tells of a record that is no record', async () => {
  for (const text of ['', '\n', '{}\n{}\n{}\n', 'null\nnull\nnull\nnull\n']) {
    await expect(checkDeal(bytes(text))).rejects.toThrow(DealError);
  }
});
