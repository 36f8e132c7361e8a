import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isTooFarAhead } from './expiry.js';
import { ServiceError } from '../core/errors.js';

/** A request that may come twice, and what of it must then be the same (draft-ietf-httpapi-idempotency-key-header). */
export interface Idempotency {
  /** As the client chose it. */
  key: string;
  /** Digest of method, path and body. */
  fingerprint: string;
}

const LIFETIME_SECONDS = 24 * 3600;

/**
 * Finds out whether the request was carried out before. Within the account's lock, so that of two at once the second sees
 * what the first did. Requests from before a clock was set back by up to a day are still known: none may be carried out
 * twice.
 * @returns the ids of what it wrote then; undefined where it is new
 * @throws {ServiceError} `conflict` where the key came with another request
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
  throw usedElsewhere();
}

function usedElsewhere(): ServiceError {
  return new ServiceError(
    'conflict',
    'This Idempotency-Key was sent with another request in the last 24 hours; a new request needs a new key.',
  );
}

/**
 * Keeps what the request wrote, in its own transaction: it is there if and only if the request was carried out.
 * @throws {ServiceError} `conflict` where the key came with another request meanwhile, which holds another lock
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
    throw isDuplicateRequest(error) ? usedElsewhere() : error;
  }
}

/** The same as an `insert` for each row of `from`, to stand in one statement with what the request writes. */
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

/** Whether a request failed because another with its key was carried out meanwhile. */
export function isDuplicateRequest(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_key_pkey';
}
