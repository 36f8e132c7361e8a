import { sql } from 'kysely';
import { ownerOf } from '../../db/owner.js';
import { invalid } from '../../core/errors.js';
import { requireById } from '../../graphql/find.js';
import type { Em } from '../../db/orm.js';
import { ApiKey } from './api-key.entity.js';
import type { KeyUse } from './api-key.types.js';

const MAX_USAGE_DAYS = 366;

/**
 * Counts the requests with a key for each of the last days. Today and days without requests are included.
 * @throws {ServiceError} `validation_failed` with the path `days`, or `not_found`
 */
export async function usageOf(em: Em, keyId: string, days: number): Promise<KeyUse[]> {
  if (days < 1 || days > MAX_USAGE_DAYS) {
    throw invalid([{ path: 'days', message: `must be a whole number from 1 to ${MAX_USAGE_DAYS}` }]);
  }
  const key = await requireById(em, ApiKey, keyId, 'API key');
  const { rows } = await sql<KeyUse>`
    select date::text as date, coalesce(used.count, 0) as count
    from generate_series(0, ${days}::integer - 1) as ago,
      lateral (select (now() at time zone 'UTC')::date - ago as date) as on_that
      left join api_key_use used on used.account_id = ${ownerOf(em)} and used.key_id = ${key.id} and used.day = date
    order by date`.execute(em.getKysely());
  return rows;
}
