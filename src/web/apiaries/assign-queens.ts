import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';

const ASSIGN = graphql(`
  mutation AssignQueens($inputs: [QueenAssignment!]!) {
    assignQueens(inputs: $inputs) {
      id
    }
  }
`);

/** A hive as it was read. */
export interface ReadHive {
  id: string;
  updatedAt: string;
}

interface Move {
  queenId: string;
  /** The queen's present hive. */
  from: ReadHive | null;
  /** The queen's new hive; null if she leaves her present one. */
  to: ReadHive | null;
  /** The queen that moves to her present hive in exchange. */
  exchangedFor?: string | null;
}

/**
 * Moves a queen between hives in one step. The queen of the new hive moves to the present hive, or has no hive
 * afterwards.
 * @throws {Problem} also if one of the hives was changed since
 */
export async function moveQueen({ queenId, from, to, exchangedFor = null }: Move): Promise<void> {
  const inputs = [
    ...(to ? [{ hiveId: to.id, queenId, ifUpdatedAt: to.updatedAt }] : []),
    ...(from ? [{ hiveId: from.id, queenId: exchangedFor, ifUpdatedAt: from.updatedAt }] : []),
  ];
  try {
    await ask(ASSIGN, { inputs });
  } finally {
    // After a refusal, the page shows what was changed.
    await refresh();
  }
}
