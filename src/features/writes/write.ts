import { sql, type Kysely } from 'kysely';
import { onlyRow } from '../../db/only-row.js';
import { ownerOf } from '../../db/owner.js';
import type { Identity } from '../../auth/identity.js';
import type { Permissions } from '../../auth/permissions.js';
import { actorOf, type Actor } from '../audit/actor.js';
import { Loaders, type RequestContext, type WriteOptions } from '../../graphql/context.js';
import { conflict, invalid, unauthenticated, type Fault } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';
import { lockPedigree } from '../../db/account-lock.js';
import { countWrittenRows } from '../../db/statistics.js';
import { findIdempotentResult, saveIdempotentResult } from '../../db/idempotency.js';
import { accountIsBusy, queueWrite } from './write-queue.js';

const LOCK_NOT_AVAILABLE = '55P03';

/** A running write: its transaction, its caller and the faults of its input. */
export interface WriteUnit {
  em: Em;
  db: Kysely<unknown>;
  accountId: string;
  /** Permissions of the caller. */
  permissions: Permissions;
  /** The caller, for the audit trail. */
  by: Actor;
  /** See `WriteOptions`. */
  invalidMembers: ReadonlySet<string>;
  /** Invalid input. */
  faults: Fault[];
  /** Valid input that conflicts with stored data. */
  conflicts: Fault[];
}

/**
 * Runs a write in one transaction. Writes of one account run one after the other, so that rules over many rows still
 * hold at the commit (no cycles, parents before offspring, unique numbers).
 * @param work writes, reports faults in the unit, and returns the ids of the written rows
 * @returns the ids; for a repeated `Idempotency-Key`, the ids of the first request
 * @throws {ServiceError} `validation_failed` with all faults, `conflict` with all conflicts, an error of the request's
 *   precondition, or `unavailable` if another write takes too long
 */
export async function write(context: RequestContext, work: (unit: WriteUnit) => Promise<string[]>): Promise<string[]> {
  const { identity } = context;
  if (!identity) throw unauthenticated();
  try {
    const ids = await queueWrite(identity.accountId, (lockTimeoutMs) =>
      context.em.transactional((em) =>
        runInTransaction(em, context.writeOptions, identity, { waitMs: lockTimeoutMs, work }),
      ),
    );
    await countWrittenRows(context.services, ids.length);
    return ids;
  } finally {
    // Discards rows that were read before the write.
    context.loaders = new Loaders(context.em);
  }
}

/**
 * Like `write`, but returns the row that `work` returns, such as a deleted row. This function does not support
 * `Idempotency-Key`.
 */
export async function writeReturning<Row>(
  context: RequestContext,
  work: (unit: WriteUnit) => Promise<Row>,
): Promise<Row> {
  const rows: Row[] = [];
  await write(context, async (unit) => {
    rows.push(await work(unit));
    return [];
  });
  return onlyRow(rows);
}

interface Task {
  waitMs: number;
  work: (unit: WriteUnit) => Promise<string[]>;
}

async function runInTransaction(
  em: Em,
  options: WriteOptions,
  identity: Identity,
  { waitMs, work }: Task,
): Promise<string[]> {
  const db = em.getKysely<unknown>();
  const accountId = ownerOf(em);
  await lockAccount(db, accountId, waitMs);
  const known = options.idempotency && (await findIdempotentResult(db, accountId, options.idempotency));
  if (known) return known;
  await options.precondition?.(em);
  const { permissions } = identity;
  const { invalidMembers } = options;
  const unit: WriteUnit = {
    em,
    db,
    accountId,
    permissions,
    by: actorOf(identity),
    invalidMembers: invalidMembers ?? new Set(),
    faults: [],
    conflicts: [],
  };
  const ids = await work(unit);
  throwIfRefused(unit);
  if (invalidMembers) throw invalid([]);
  if (options.idempotency) await saveIdempotentResult(db, accountId, options.idempotency, ids);
  return ids;
}

/** Locks the account's data against other writes until the end of the transaction. */
async function lockAccount(db: Kysely<unknown>, accountId: string, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(db);
  try {
    await lockPedigree(db, accountId);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw accountIsBusy();
  }
}

/** Whether faults or conflicts prevent the write. */
export const isRefused = ({ faults, conflicts }: Findings): boolean => faults.length > 0 || conflicts.length > 0;

/** Whether the member at this path has a fault. */
const hasFault = ({ faults, invalidMembers }: WriteUnit, path: string): boolean =>
  invalidMembers.has(path) || faults.some((fault) => fault.path === path);

/** Adds a fault of a member, unless the member already has a fault. */
export function addFaultOnce(unit: WriteUnit, path: string, fault: Omit<Fault, 'path'>): void {
  if (!unit.faults.some((other) => other.path === path)) unit.faults.push({ ...fault, path });
}

/**
 * The path of the member that causes a fault of `field`: one of these sources of its value if the source has a fault,
 * else `field` itself. A fault is then reported only where the input is wrong.
 */
export const causeOf = (unit: WriteUnit, path: string, field: string, sources: readonly string[]): string =>
  path + (sources.find((source) => hasFault(unit, path + source)) ?? field);

type Findings = Pick<WriteUnit, 'faults' | 'conflicts'>;

/** @throws {ServiceError} with all faults and conflicts, if there are any */
export function throwIfRefused({ faults, conflicts }: Findings): void {
  const invalidPaths = new Set(faults.map(({ path }) => path));
  if (faults.length > 0) throw invalid([...faults, ...conflicts.filter(({ path }) => !invalidPaths.has(path))]);
  if (conflicts.length > 0) throw conflict(conflicts);
}
