/** The server's plain HTTP answers, with refusals as one kind of error. */

import type { Created, Games, Guest, Link, Lobby, NewTable, Problem, Review, Seated, SitDown, Tables, YourTables } from '../wire';

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly clause: string;

  constructor(status: number, code: string, text: string, clause: string) {
    super(text);
    this.status = status;
    this.code = code;
    this.clause = clause;
  }

  get problem(): Problem {
    return { code: this.code, text: this.message, clause: this.clause };
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new ApiError(0, 'unreachable', '', '');
  }
  if (response.ok) return (await response.json().catch(() => ({}))) as T;
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  return new ApiError(
    response.status,
    String(answer['code'] ?? 'failed'),
    String(answer['text'] ?? response.statusText),
    String(answer['clause'] ?? ''),
  );
}

/** Fetch a file; where the server refuses, its reason as an error. */
export async function askFile(path: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(path);
  } catch {
    throw new ApiError(0, 'unreachable', '', '');
  }
  if (response.ok) return response.blob();
  throw await refusalOf(response);
}

let known = false;

/** See that this browser keeps who it is, or refuse: a seat would be lost with the next request. */
async function identify(): Promise<void> {
  for (let tries = 0; !known && tries < 2; tries++) {
    known = (await ask<Guest>('/api/guest', {})).known;
  }
  if (!known) throw new ApiError(0, 'no_cookies', '', '');
}

async function asSomebody<T>(path: string, body: unknown): Promise<T> {
  await identify();
  return ask<T>(path, body);
}

const at = (code: string) => `/api/tables/${encodeURIComponent(code)}`;

export const api = {
  games: () => ask<Games>('/api/games'),
  tables: () => ask<Tables>('/api/tables'),
  yours: () => ask<YourTables>('/api/yours'),
  table: (code: string) => ask<Lobby>(at(code)),
  link: (code: string) => ask<Link>(`${at(code)}/link`),
  create: (table: NewTable) => asSomebody<Created>('/api/tables', table),
  sit: (code: string, sit: SitDown) => asSomebody<Seated>(`${at(code)}/sit`, sit),
  review: (code: string, game: number) => ask<Review>(`${at(code)}/review?game=${game}`),
  recordPath: (code: string) => `${at(code)}/record`,
  record: async (code: string, game: number) => {
    const response = await fetch(`${at(code)}/record?game=${game}`);
    if (!response.ok) throw new ApiError(response.status, 'failed', response.statusText, '');
    return new Uint8Array(await response.arrayBuffer());
  },
};
