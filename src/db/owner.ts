import { sql, type RawBuilder } from 'kysely';
import type { Em } from './orm.js';

/**
 * The account of a unit of work. Hand-written SQL must name the account, because the owner filter does not apply to
 * such SQL.
 * @throws {Error} if the unit of work belongs to no account
 */
export function ownerOf(em: Em): string {
  const accountId = em.getFilterParams('owner')?.accountId as string | undefined;
  if (accountId === undefined) throw new Error('This unit of work belongs to no account.');
  return accountId;
}

/**
 * SQL for the id of an account or a run, for hand-written statements. The SQL hides the value of the id from the
 * planner. The planner then expects as many rows as migration 34 declares. If the planner saw an id that is missing
 * from its statistics, it would expect only one row, and a join would read all rows of the account for each row of the
 * other table.
 */
export const hidden = (id: string | null): RawBuilder<string> => sql`(select ${id}::uuid)`;

/** The id of `ownerOf` for hand-written SQL, hidden from the planner; see `hidden`. */
export const hiddenOwner = (em: Em): RawBuilder<string> => hidden(ownerOf(em));
