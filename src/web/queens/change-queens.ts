import { ask, graphql, type VariablesOf } from '../data/graphql.js';
import { hasLeft } from '../i18n/terms.js';
import { rest } from '../data/rest.js';
import { PAGE_SIZE } from '../ui/pages.js';

/** The fields that can be changed for several queens at once. */
export const CHANGED_FIELDS = ['status', 'line', 'race', 'matingStation'] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

/** Maximum number of queens that the server changes in one request. */
export const MAX_CHANGED = 1000;

const FORMER = graphql(`
  query SelectedQueens($ids: [ID!]!) {
    queens(first: 100, filter: { ids: $ids }) {
      nodes {
        id
        status
        line
        race
        matingStation
        updatedAt
        hive {
          id
        }
      }
    }
  }
`);

const CHANGE = graphql(`
  mutation ChangeQueens($inputs: [QueenChangeInput!]!) {
    updateQueens(inputs: $inputs) {
      id
      updatedAt
    }
  }
`);

const HEAD = graphql(`
  query HeadOfHive($id: ID!) {
    hive(id: $id) {
      queenId
    }
  }
`);

type Changes = VariablesOf<typeof CHANGE>['inputs'];

/** The values that restore the queens after a change. */
export interface Undo {
  inputs: Changes;
  /** The hives that lost their queens because of the change. */
  hives: { id: string; queenId: string }[];
}

async function readFormer(ids: readonly string[]) {
  const found = [];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const { queens } = await ask(FORMER, { ids: ids.slice(from, from + PAGE_SIZE) });
    found.push(...queens.nodes);
  }
  return found;
}

/**
 * Changes a field of all these queens or, if one change fails, of none.
 * @param value null clears the field
 * @throws {Problem} also if someone else changes one of these queens at the same time
 */
export async function changeQueens(ids: readonly string[], field: ChangedField, value: string | null): Promise<Undo> {
  const former = await readFormer(ids);
  const { updateQueens: changed } = await ask(CHANGE, {
    inputs: former.map(({ id, updatedAt }) => ({ id, ifUpdatedAt: updatedAt, [field]: value })),
  });
  const times = new Map(changed.map(({ id, updatedAt }) => [id, updatedAt]));
  const leftHive = field === 'status' && hasLeft(value);
  return {
    inputs: former.map((queen) => ({ id: queen.id, ifUpdatedAt: times.get(queen.id), [field]: queen[field] })),
    hives: leftHive ? former.flatMap(({ id, hive }) => (hive ? [{ id: hive.id, queenId: id }] : [])) : [],
  };
}

/**
 * Restores the queens, unless someone has changed one of these queens since. A hive that now has another queen is not
 * changed.
 * @throws {Problem}
 */
export async function undoChange({ inputs, hives }: Undo): Promise<void> {
  await ask(CHANGE, { inputs });
  for (const { id, queenId } of hives) {
    const { hive } = await ask(HEAD, { id });
    if (hive?.queenId === null) await rest('PUT', `/api/v1/hives/${id}`, { queen_id: queenId });
  }
}
