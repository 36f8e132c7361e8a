import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, readFragment } from '../data/graphql.js';
import { NAMED_QUEEN } from './queen-name.js';
import type { PickedQueen } from './queen-picker.js';

const PICKED = graphql(
  `
    query PickedQueens($ids: [ID!]!) {
      queens(first: 100, filter: { ids: $ids }) {
        nodes {
          ...NamedQueen
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

const find = async (ids: readonly string[], signal?: AbortSignal): Promise<readonly PickedQueen[]> =>
  ids.length === 0 ? [] : readFragment(NAMED_QUEEN, (await ask(PICKED, { ids: [...ids] }, signal)).queens.nodes);

/** Returns a queen for a picker; null if she does not exist. */
export const findPicked = async (id: string | null | undefined, signal?: AbortSignal): Promise<PickedQueen | null> =>
  (await find(id ? [id] : [], signal))[0] ?? null;

export const pickedQueenQuery = (id: string) =>
  queryOptions({ queryKey: ['picked-queen', id], queryFn: ({ signal }) => findPicked(id, signal) });

/** Returns up to 100 existing queens, by id. */
export const findNamed = async (ids: readonly string[], signal?: AbortSignal): Promise<Map<string, PickedQueen>> =>
  new Map((await find([...new Set(ids)], signal)).map((queen) => [queen.id, queen]));
