import type { Em } from '../orm.js';

/**
 * The account a unit of work is bound to. Hand-written SQL, which the owner filter does not reach, names it.
 * @throws {Error} where it is bound to none
 */
export function ownerOf(em: Em): string {
  const accountId = em.getFilterParams('owner')?.accountId as string | undefined;
  if (accountId === undefined) throw new Error('This unit of work belongs to no account.');
  return accountId;
}
