/** Make a table whose host has a part in the deal of its first game (X3). */
import type { NewTable } from '../wire';
import { api } from './api';
import { drawn, keep } from './nonce';

/** Make a table and return its code; refusals are those of `api`. */
export async function makeTable(table: NewTable): Promise<string> {
  const part = await drawn();
  const { code } = await api.create({ ...table, commitment: part.commitment });
  keep(code, 1, { ...part, committed: true });
  return code;
}
