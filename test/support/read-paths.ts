import { operations, routes } from '../../src/server/routes.js';
import type { Client } from './service.js';

/** The values for the parameters of the operations. */
export interface Rows {
  /** Ids of rows of every kind. The paths of an operation contain only the ids that the operation finds. */
  ids: readonly string[];
  /** Ids for required parameters that name another row. */
  others: readonly string[];
  externalId: string;
}

const CHOICES = new Set(['sort', 'kind']);

/** Returns the paths of all GET operations, for each row that an operation finds, and for each sort order and kind. */
export async function readPaths(client: Client, { ids, others, externalId }: Rows): Promise<string[]> {
  const paths: string[] = [];
  for (const { method, path, parameters = [] } of [...routes, ...operations]) {
    if (method !== 'GET') continue;
    const required = parameters.filter((parameter) => parameter.required);
    const choices = parameters.filter(({ name }) => CHOICES.has(name));
    const limit = parameters.some(({ name }) => name === 'limit') ? '&limit=2' : '';
    const namesOther = required.some(({ kind }) => kind === 'uuid');
    for (const id of path.includes(':id') ? ids : ['']) {
      for (const other of namesOther ? others : ['']) {
        const query = required.map(({ name, kind }) => `${name}=${kind === 'uuid' ? other : externalId}`).join('&');
        const plain = `/api/v1${path.replace(':id', id)}?${query}`;
        if ((await client.request('HEAD', plain)).status !== 200) continue;
        const chosen = choices.flatMap(({ name, values = {} }) => Object.keys(values).map((word) => `${name}=${word}`));
        paths.push(plain, ...chosen.map((choice) => `${plain}&${choice}${limit}`));
      }
    }
  }
  return paths;
}
