import { ask, graphql } from '../data/graphql.js';
import type { PickedQueen } from '../ui/queen-picker.js';

const PICKED = graphql(`
  query PickedQueen($id: ID!) {
    queen(id: $id) {
      id
      name
      externalId
      dateOfBirth
    }
  }
`);

/** A queen as a picker shows her; null where there is none. */
export const findPicked = async (id: string | null | undefined, signal?: AbortSignal): Promise<PickedQueen | null> =>
  id ? (await ask(PICKED, { id }, signal)).queen : null;

/** Queens by their ids, as far as they are there. */
export async function findNamed(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, PickedQueen>> {
  const found = await Promise.all([...new Set(ids)].map((id) => findPicked(id, signal)));
  return new Map(found.flatMap((queen) => (queen ? [[queen.id, queen] as const] : [])));
}
