import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '../context.js';
import type { Policy } from './too-many.js';

/**
 * Counts what a network does that is limited by address, on every process alike. A window starts with the first
 * count after the last one's end.
 * @param network as `clientNetwork` tells it; only its hash is kept
 * @returns how often it did so in this window, this time included, and the seconds until it ends
 */
export async function countByNetwork(
  { orm }: Pick<Services, 'orm'>,
  { name, seconds }: Policy,
  network: string,
): Promise<{ count: number; wait: number }> {
  const hash = createHash('sha256').update(network).digest('hex');
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into address_window as w (address_hash, purpose, count, ends_at)
    values (${hash}, ${name}, 1, now() + ${seconds} * interval '1 second')
    on conflict (address_hash, purpose) do update set
      count = case when w.ends_at <= now() then 1 else least(w.count, 1000000000) + 1 end,
      ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
    returning count, extract(epoch from ends_at - now())::float8 as wait`.execute(orm.database.kysely);
  const { count, wait } = rows[0]!;
  if (count === 1) await sweep(orm);
  return { count, wait };
}

async function sweep({ database }: Services['orm']): Promise<void> {
  await sql`
    delete from address_window where (address_hash, purpose) in (
      select address_hash, purpose from address_window where ends_at < now()
      order by ends_at limit 100 for update skip locked
    )`.execute(database.kysely);
}
