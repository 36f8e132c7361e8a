import { sql, type RawBuilder } from 'kysely';
import type { Em } from './orm.js';

/**
 * The account a unit of work is bound to. Hand-written SQL, which the owner filter does not reach, names it.
 * @throws {Error} where it is bound to none
 */
export function ownerOf(em: Em): string {
  const accountId = em.getFilterParams('owner')?.accountId as string | undefined;
  if (accountId === undefined) throw new Error('This unit of work belongs to no account.');
  return accountId;
}

/**
 * The id of an account or a run in a condition of hand-written SQL, hidden from the planner, which then expects as many
 * rows as migration 34 says. For an id that is not in its statistics it would expect a single row, and in a join read all
 * rows of the account again for each row of the other table.
 */
export const hidden = (id: string | null): RawBuilder<string> => sql`(select ${id}::uuid)`;

/** The account of a unit of work, hidden from the planner. */
export const hiddenOwner = (em: Em): RawBuilder<string> => hidden(ownerOf(em));
