import { sql } from 'kysely';
import { v7 } from 'uuid';
import { ownerOf } from '../../db/owner.js';
import type { Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { note } from '../audit/record.js';
import { notFound, ServiceError } from '../../core/errors.js';
import { parseId } from '../../graphql/ids.js';
import type { Em } from '../../db/orm.js';
import { findIdempotentResult, saveIdempotentResult, type Idempotency } from '../../db/idempotency.js';
import type { KeyChange, NewKey } from './api-key.checks.js';
import { ApiKey } from './api-key.entity.js';
import type { IssuedKey } from './api-key.types.js';
import { countLocked, demandCreation, demandPlace, type KeyCounts, type KeyLimits } from './key-limits.js';
import { generateKey, type GeneratedKey } from '../../auth/raw-key.js';

/** What a new key gets that nobody chooses. */
interface Making {
  tx: Em;
  counts: KeyCounts;
  id: string;
  fresh: GeneratedKey;
}

/**
 * Makes a key by `make`. The raw one is in the answer and nowhere else, so that a request that comes again cannot be
 * answered alike.
 * @param em a unit of work of the account
 * @throws {ServiceError} `conflict` where it was made before
 */
async function issue(
  em: Em,
  limits: KeyLimits,
  request: Idempotency | undefined,
  make: (making: Making) => Promise<void>,
): Promise<IssuedKey> {
  return em.transactional(async (tx) => {
    // Before the row of any key: whoever takes both locks takes them in this order.
    const counts = await countLocked(tx, limits);
    const db = tx.getKysely<unknown>();
    const [made] = (request && (await findIdempotentResult(db, ownerOf(tx), request))) ?? [];
    if (made !== undefined) throw madeBefore(made);
    const fresh = generateKey();
    const id = v7();
    await make({ tx, counts, id, fresh });
    if (request) await saveIdempotentResult(db, ownerOf(tx), request, [id]);
    return { key: fresh.raw, apiKey: await reread(tx, id) };
  });
}

/**
 * Makes a key; see `issue`.
 * @throws {ServiceError} `rate_limited`, or else `key_limit_reached`
 */
export function createKey(
  em: Em,
  by: Actor,
  limits: KeyLimits,
  { name, permissions, days, addresses }: NewKey,
  request?: Idempotency,
): Promise<IssuedKey> {
  return issue(em, limits, request, async ({ tx, counts, id, fresh }) => {
    demandCreation(counts, limits);
    demandPlace(counts, limits);
    // In hours: a day of the session's time zone may have 23 or 25.
    await sql`
      insert into api_key (account_id, id, name, key_hash, key_prefix, permissions, ip_allowlist, expires_at)
      values (${ownerOf(tx)}, ${id}, ${name}, ${fresh.hash}, ${fresh.masked}, ${JSON.stringify(permissions)}::jsonb,
        ${JSON.stringify(addresses)}::jsonb, now() + ${days === null ? null : days * 24}::integer * interval '1 hour')`.execute(
      tx.getKysely(),
    );
    await noteKey(tx, by, AuditAction.key_created, id);
  });
}

/**
 * Puts a successor in a key's place: same name, permissions and addresses, and as long to live; see `issue`. The old key
 * works on for the overlap. The number of keys that stand does not grow, so only the creations of the hour limit it.
 * @param overlap hours
 * @throws {ServiceError} `not_found`, `key_revoked`, `conflict` where it has a successor already, or `rate_limited`
 */
export function rotateKey(
  em: Em,
  by: Actor,
  limits: KeyLimits,
  { given, overlap }: { given: string; overlap: number },
  request?: Idempotency,
): Promise<IssuedKey> {
  return issue(em, limits, request, async ({ tx, counts, id: successor, fresh }) => {
    const { id, status, overlapEndsAt } = await lockKey(tx, given);
    if (status === 'revoked') throw revoked();
    if (overlapEndsAt) {
      const message = 'This key has been rotated already; rotate its successor.';
      throw new ServiceError('conflict', message, { errors: [{ path: 'id', message, code: 'key_rotated' }] });
    }
    demandCreation(counts, limits);
    const db = tx.getKysely();
    const accountId = ownerOf(tx);
    await sql`
      insert into api_key (account_id, id, name, key_hash, key_prefix, permissions, ip_allowlist, expires_at)
      select account_id, ${successor}::uuid, name, ${fresh.hash}, ${fresh.masked}, permissions, ip_allowlist,
        now() + (expires_at - created_at)
      from api_key where account_id = ${accountId} and id = ${id}`.execute(db);
    await (
      overlap === 0
        ? sql`update api_key set revoked_at = now() where account_id = ${accountId} and id = ${id}`
        : sql`
          update api_key set overlap_ends_at = now() + ${overlap}::integer * interval '1 hour'
          where account_id = ${accountId} and id = ${id}`
    ).execute(db);
    await noteKey(tx, by, AuditAction.key_rotated, id);
    await noteKey(tx, by, AuditAction.key_created, successor);
  });
}

/**
 * Renames a key, or switches it on or off.
 * @throws {ServiceError} `not_found`, or with 409 `key_revoked`, or `key_expired` for a switch
 */
export async function updateKey(
  em: Em,
  by: Actor,
  given: string,
  { name, status: wanted }: KeyChange,
): Promise<ApiKey> {
  return em.transactional(async (tx) => {
    const { id, status } = await lockKey(tx, given);
    if (status === 'revoked') throw revoked();
    if (status === 'expired' && wanted) {
      throw new ServiceError('key_expired', 'The key has expired; it can be renamed, not switched.', { status: 409 });
    }
    await sql`
      update api_key set name = coalesce(${name ?? null}::text, name),
        disabled = coalesce(${wanted ? wanted === 'disabled' : null}::boolean, disabled)
      where account_id = ${ownerOf(tx)} and id = ${id}`.execute(tx.getKysely());
    if (name != null) await noteKey(tx, by, AuditAction.key_renamed, id);
    if (wanted) await noteKey(tx, by, SWITCHED[wanted], id);
    return reread(tx, id);
  });
}

const SWITCHED = { enabled: AuditAction.key_enabled, disabled: AuditAction.key_disabled };

/** Ends a key for good; one that is revoked already stays as it is. @throws {ServiceError} `not_found` */
export async function revokeKey(em: Em, by: Actor, given: string): Promise<ApiKey> {
  return em.transactional(async (tx) => {
    const { id, status } = await lockKey(tx, given);
    if (status !== 'revoked') await noteKey(tx, by, AuditAction.key_revoked, id);
    await sql`
      update api_key set revoked_at = least(now(), overlap_ends_at)
      where account_id = ${ownerOf(tx)} and id = ${id} and revoked_at is null`.execute(tx.getKysely());
    return reread(tx, id);
  });
}

function noteKey(tx: Em, by: Actor, action: AuditAction, subjectId: string): Promise<void> {
  return note(tx.getKysely<unknown>(), ownerOf(tx), { action, by, subjectId });
}

interface LockedKey {
  id: string;
  status: string;
  overlapEndsAt: Date | null;
}

/** Waits for whoever is changing the key, and holds the others off. @throws {ServiceError} `not_found` */
async function lockKey(tx: Em, given: string): Promise<LockedKey> {
  const id = parseId(given);
  if (id === null) throw notFound('API key');
  await sql`select 1 from api_key where account_id = ${ownerOf(tx)} and id = ${id} for no key update`.execute(
    tx.getKysely(),
  );
  return reread(tx, id);
}

/** Within the transaction, as it stands now. @throws {ServiceError} `not_found` */
async function reread(tx: Em, id: string): Promise<ApiKey> {
  const found = await tx.findOne(ApiKey, { id }, { disableIdentityMap: true });
  if (!found) throw notFound('API key');
  return found;
}

function madeBefore(id: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The key ${id} was made under this Idempotency-Key, and shown then; it cannot be shown again. Revoke it if that answer was lost, or put another in its place, under a new Idempotency-Key.`,
  );
}

function revoked(): ServiceError {
  return new ServiceError('key_revoked', 'The key is revoked, for good.', { status: 409 });
}
