import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isTooFarAhead } from './expiry.js';
import { ServiceError } from '../core/errors.js';

/** A request that a client can repeat (draft-ietf-httpapi-idempotency-key-header). */
export interface Idempotency {
  /** The text that the client chose as the key. */
  key: string;
  /** Digest of method, path and body. */
  fingerprint: string;
}

const LIFETIME_SECONDS = 24 * 3600;

/**
 * Finds the result of an earlier request with this key. Must run under the account's lock, so that the second of two
 * concurrent requests sees the result of the first. If the clock is set back by less than a day, earlier results stay
 * valid.
 * @returns the ids that the earlier request wrote; undefined if the request is new
 * @throws {ServiceError} `conflict` if the key was used for another request
 */
export async function findIdempotentResult(
  db: Kysely<unknown>,
  accountId: string,
  { key, fingerprint }: Idempotency,
): Promise<string[] | undefined> {
  await sql`
    delete from idempotency_key
    where account_id = ${accountId}::uuid
      and (created_at < now() - ${LIFETIME_SECONDS} * interval '1 second'
        or ${isTooFarAhead(sql.ref('created_at'), LIFETIME_SECONDS)})`.execute(db);
  const { rows } = await sql<{ fingerprint: string; result: string[] }>`
    select fingerprint, result from idempotency_key where account_id = ${accountId}::uuid and key = ${key}`.execute(db);
  const [known] = rows;
  if (!known) return undefined;
  if (known.fingerprint === fingerprint) return known.result;
  throw keyReused();
}

function keyReused(): ServiceError {
  return new ServiceError(
    'conflict',
    'This Idempotency-Key was used for another request in the last 24 hours; use a new key for each request.',
  );
}

/**
 * Saves the result in the transaction of the request, so that it exists only if the request succeeded.
 * @throws {ServiceError} `conflict` if a concurrent request under another lock used the key
 */
export async function saveIdempotentResult(
  db: Kysely<unknown>,
  accountId: string,
  request: Idempotency,
  ids: string[],
): Promise<void> {
  try {
    await insertIdempotentResult(sql`${accountId}::uuid`, request, ids).execute(db);
  } catch (error) {
    throw isDuplicateRequest(error) ? keyReused() : error;
  }
}

/**
 * SQL that saves the result, for use in the statement that writes the rows.
 * @param from if set, the table and conditions that follow `from` in SQL. The result is saved only if they match a row.
 */
export function insertIdempotentResult(
  accountId: RawBuilder<unknown>,
  { key, fingerprint }: Idempotency,
  ids: string[],
  from?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into idempotency_key (account_id, key, fingerprint, result)
    select ${accountId}, ${key}::text, ${fingerprint}::text, ${JSON.stringify(ids)}::jsonb${from ? sql` from ${from}` : sql``}`;
}

/** Whether a concurrent request with the same key succeeded first. */
export function isDuplicateRequest(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_key_pkey';
}
