import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let asked: string[];
/** What the server says of the browser, question by question. */
let known: boolean[];

beforeEach(() => {
  vi.resetModules();
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = path === '/api/guest' ? { known: known.shift() ?? false } : { seat: 1 };
    return new Response(JSON.stringify(answer));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sit(): Promise<unknown> {
  const { api } = await import('./api');
  return api.sit('KWMXRT', { nickname: 'Mira' });
}

test('a browser that is new here gets its cookie before it gets a seat', async () => {
  known = [false, true];
  expect(await sit()).toEqual({ seat: 1 });
  expect(asked).toEqual(['/api/guest', '/api/guest', '/api/tables/KWMXRT/sit']);
});

test('a browser that is known is asked once', async () => {
  known = [true];
  await sit();
  await sit();
  expect(asked.filter((path) => path === '/api/guest')).toHaveLength(1);
});

test('a browser that keeps no cookie takes no seat', async () => {
  known = [];
  await expect(sit()).rejects.toMatchObject({ code: 'no_cookies' });
  expect(asked).toEqual(['/api/guest', '/api/guest']);
});
