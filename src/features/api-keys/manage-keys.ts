import { sql } from 'kysely';
import { v7 } from 'uuid';
import { ownerOf } from '../../db/owner.js';
import type { Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordEvent } from '../audit/record.js';
import { notFound, ServiceError } from '../../core/errors.js';
import { parseId } from '../../graphql/ids.js';
import type { Em } from '../../db/orm.js';
import { findIdempotentResult, saveIdempotentResult, type Idempotency } from '../../db/idempotency.js';
import type { KeyChange, NewKey } from './api-key.checks.js';
import { ApiKey } from './api-key.entity.js';
import type { IssuedKey } from './api-key.types.js';
import {
  lockAndCountKeys,
  assertMayCreateKey,
  assertBelowKeyLimit,
  type KeyCounts,
  type KeyLimits,
} from './key-limits.js';
import { generateKey, type GeneratedKey } from '../../auth/raw-key.js';

/** Context in which a key is inserted. */
interface KeyCreation {
  tx: Em;
  counts: KeyCounts;
  id: string;
  newKey: GeneratedKey;
}

/**
 * Creates a key and returns its raw form, which is not stored. A repeated request therefore cannot get the same
 * response.
 * @param em unit of work of the account
 * @throws {ServiceError} `conflict` if the request has already created a key
 */
async function issueKey(
  em: Em,
  limits: KeyLimits,
  request: Idempotency | undefined,
  insertKey: (creation: KeyCreation) => Promise<void>,
): Promise<IssuedKey> {
  return em.transactional(async (tx) => {
    // The account is locked before any key, so that concurrent changes cannot deadlock.
    const counts = await lockAndCountKeys(tx, limits);
    const db = tx.getKysely<unknown>();
    const [issuedId] = (request && (await findIdempotentResult(db, ownerOf(tx), request))) ?? [];
    if (issuedId !== undefined) throw alreadyIssued(issuedId);
    const fresh = generateKey();
    const id = v7();
    await insertKey({ tx, counts, id, newKey: fresh });
    if (request) await saveIdempotentResult(db, ownerOf(tx), request, [id]);
    return { key: fresh.raw, apiKey: await reread(tx, id) };
  });
}

/**
 * Creates an API key.
 * @throws {ServiceError} `rate_limited` or `key_limit_reached`
 */
export function createKey(
  em: Em,
  by: Actor,
  limits: KeyLimits,
  { name, permissions, days, addresses }: NewKey,
  request?: Idempotency,
): Promise<IssuedKey> {
  return issueKey(em, limits, request, async ({ tx, counts, id, newKey: fresh }) => {
    assertMayCreateKey(counts, limits);
    assertBelowKeyLimit(counts, limits);
    // The lifetime is in hours, because a day in the time zone of the connection can have 23 or 25 hours.
    await sql`
      insert into api_key (account_id, id, name, key_hash, key_prefix, permissions, ip_allowlist, expires_at)
      values (${ownerOf(tx)}, ${id}, ${name}, ${fresh.hash}, ${fresh.masked}, ${JSON.stringify(permissions)}::jsonb,
        ${JSON.stringify(addresses)}::jsonb, now() + ${days === null ? null : days * 24}::integer * interval '1 hour')`.execute(
      tx.getKysely(),
    );
    await recordKeyEvent(tx, by, AuditAction.key_created, id);
  });
}

/**
 * Rotates a key. Creates a successor with the same name, permissions, addresses and lifetime, and revokes the old key
 * after the overlap. The number of active keys does not grow, so only the hourly limit applies.
 * @param overlap time in hours for which the old key and its successor are both valid
 * @throws {ServiceError} `not_found`, `key_revoked`, `conflict` if the key already has a successor, or `rate_limited`
 */
export function rotateKey(
  em: Em,
  by: Actor,
  limits: KeyLimits,
  { keyId, overlap }: { keyId: string; overlap: number },
  request?: Idempotency,
): Promise<IssuedKey> {
  return issueKey(em, limits, request, async ({ tx, counts, id: successor, newKey: fresh }) => {
    const { id, status, overlapEndsAt } = await lockKey(tx, keyId);
    if (status === 'revoked') throw keyRevoked();
    if (overlapEndsAt) {
      const message = 'This key has already been rotated. Rotate its successor.';
      throw new ServiceError('conflict', message, { errors: [{ path: 'id', message, code: 'key_rotated' }] });
    }
    assertMayCreateKey(counts, limits);
    const db = tx.getKysely();
    const accountId = ownerOf(tx);
    await sql`
      insert into api_key (account_id, id, name, key_hash, key_prefix, permissions, ip_allowlist, expires_at,
        predecessor_id)
      select account_id, ${successor}::uuid, name, ${fresh.hash}, ${fresh.masked}, permissions, ip_allowlist,
        now() + (expires_at - created_at), id
      from api_key where account_id = ${accountId} and id = ${id}`.execute(db);
    await (
      overlap === 0
        ? sql`update api_key set revoked_at = now() where account_id = ${accountId} and id = ${id}`
        : sql`
          update api_key set overlap_ends_at = now() + ${overlap}::integer * interval '1 hour'
          where account_id = ${accountId} and id = ${id}`
    ).execute(db);
    await recordKeyEvent(tx, by, AuditAction.key_rotated, id);
    await recordKeyEvent(tx, by, AuditAction.key_created, successor);
  });
}

/**
 * Renames, enables or disables a key.
 * @throws {ServiceError} `not_found`, `key_revoked` (409), or `key_expired` (409) if the status of an expired key would
 *   change
 */
export async function updateKey(
  em: Em,
  by: Actor,
  keyId: string,
  { name, status: newStatus }: KeyChange,
): Promise<ApiKey> {
  return em.transactional(async (tx) => {
    const { id, status } = await lockKey(tx, keyId);
    if (status === 'revoked') throw keyRevoked();
    if (status === 'expired' && newStatus) {
      throw new ServiceError('key_expired', 'The key has expired. It can be renamed, but its status cannot change.', {
        status: 409,
      });
    }
    await sql`
      update api_key set name = coalesce(${name ?? null}::text, name),
        disabled = coalesce(${newStatus ? newStatus === 'disabled' : null}::boolean, disabled)
      where account_id = ${ownerOf(tx)} and id = ${id}`.execute(tx.getKysely());
    if (name != null) await recordKeyEvent(tx, by, AuditAction.key_renamed, id);
    if (newStatus) await recordKeyEvent(tx, by, STATUS_EVENTS[newStatus], id);
    return reread(tx, id);
  });
}

const STATUS_EVENTS = { enabled: AuditAction.key_enabled, disabled: AuditAction.key_disabled };

/**
 * Revokes a key permanently. A key that is already revoked remains unchanged.
 * @param withPredecessors whether to revoke also all predecessors of the key
 * @throws {ServiceError} `not_found`
 */
export async function revokeKey(em: Em, by: Actor, keyId: string, withPredecessors: boolean): Promise<ApiKey> {
  return em.transactional(async (tx) => {
    const key = await lockKey(tx, keyId);
    // The newest key is locked first, so that concurrent requests lock the keys in the same order.
    for (let each: LockedKey | null = key; each !== null;) {
      if (each.status !== 'revoked') await recordKeyEvent(tx, by, AuditAction.key_revoked, each.id);
      await sql`
        update api_key set revoked_at = least(now(), overlap_ends_at)
        where account_id = ${ownerOf(tx)} and id = ${each.id} and revoked_at is null`.execute(tx.getKysely());
      each = withPredecessors && each.predecessorId !== null ? await lockKey(tx, each.predecessorId) : null;
    }
    return reread(tx, key.id);
  });
}

function recordKeyEvent(tx: Em, by: Actor, action: AuditAction, subjectId: string): Promise<void> {
  return recordEvent(tx.getKysely<unknown>(), ownerOf(tx), { action, by, subjectId });
}

interface LockedKey {
  id: string;
  status: string;
  overlapEndsAt: Date | null;
  predecessorId: string | null;
}

/**
 * Locks the key until the end of the transaction.
 * @throws {ServiceError} `not_found`
 */
async function lockKey(tx: Em, keyId: string): Promise<LockedKey> {
  const id = parseId(keyId);
  if (id === null) throw notFound('API key');
  await sql`select 1 from api_key where account_id = ${ownerOf(tx)} and id = ${id} for no key update`.execute(
    tx.getKysely(),
  );
  return reread(tx, id);
}

/** @throws {ServiceError} `not_found` */
async function reread(tx: Em, id: string): Promise<ApiKey> {
  const found = await tx.findOne(ApiKey, { id }, { disableIdentityMap: true });
  if (!found) throw notFound('API key');
  return found;
}

function alreadyIssued(id: string): ServiceError {
  return new ServiceError(
    'conflict',
    `The key ${id} was created with this Idempotency-Key and cannot be shown again. If the response was lost, revoke or rotate the key with a new Idempotency-Key.`,
  );
}

function keyRevoked(): ServiceError {
  return new ServiceError('key_revoked', 'The key is permanently revoked.', { status: 409 });
}
