import { hash } from 'node:crypto';
import type { Orm } from '../db/orm.js';
import { deleteExpired, takeFromWindow } from './rate-window.js';
import type { RateLimitPolicy } from './rate-limit-error.js';

/**
 * Counts an action that is rate-limited by client address.
 * @param network see `clientNetwork`; only its hash is stored
 * @returns the count in this window, including this action, and the seconds until the window ends
 */
export async function countByNetwork(
  { orm }: { orm: Orm },
  { name, seconds }: RateLimitPolicy,
  network: string,
): Promise<{ count: number; wait: number }> {
  const { kysely } = orm.database;
  const address_hash = hash('sha256', network);
  const { used, wait } = await takeFromWindow(kysely, 'address_window', { address_hash, purpose: name }, { seconds });
  if (used === 1) await deleteExpired(kysely, 'address_window', ['address_hash', 'purpose'], 'ends_at');
  return { count: used, wait };
}
