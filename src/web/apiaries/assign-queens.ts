import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';

const ASSIGN = graphql(`
  mutation AssignQueens($inputs: [QueenAssignment!]!) {
    assignQueens(inputs: $inputs) {
      id
    }
  }
`);

/** A hive, and the time of its last change when the page loaded it. */
export interface ReadHive {
  id: string;
  updatedAt: string;
}

interface Move {
  queenId: string;
  from: ReadHive | null;
  /** The queen's new hive; null to leave her without a hive. */
  to: ReadHive | null;
  /** The queen that moves to the hive `from` in exchange. */
  exchangedFor?: string | null;
}

/**
 * Moves a queen between hives in one step. The former queen of the new hive has no hive afterwards, unless she is
 * `exchangedFor`.
 * @throws {Problem} also if someone has changed one of the hives after it was read
 */
export async function moveQueen({ queenId, from, to, exchangedFor = null }: Move): Promise<void> {
  const inputs = [
    ...(to ? [{ hiveId: to.id, queenId, ifUpdatedAt: to.updatedAt }] : []),
    ...(from ? [{ hiveId: from.id, queenId: exchangedFor, ifUpdatedAt: from.updatedAt }] : []),
  ];
  try {
    await ask(ASSIGN, { inputs });
  } finally {
    // After a rejection, the page must show the changes of other users.
    await refresh();
  }
}
