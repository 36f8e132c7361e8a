import { sql, type Kysely } from 'kysely';
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

/** One write in hand: its transaction, and what it found to be wrong. */
export interface Unit {
  em: Em;
  db: Kysely<unknown>;
  accountId: string;
  /** Of the caller. */
  permissions: Permissions;
  /** The caller, as the audit trail tells of them. */
  by: Actor;
  /** Input that breaks a rule. */
  faults: Fault[];
  /** Input that is right in itself, but that what is stored stands against. */
  conflicts: Fault[];
}

/**
 * Runs a write: all of it or, where anything is wrong, nothing. Writes of one account follow each other, so that what
 * is judged over many rows (no cycle, parents first, one queen a number) holds when the transaction ends.
 * @param work writes, and gives the ids of what it wrote; faults it notes in the unit
 * @returns those ids; of a request that was carried out before under its `Idempotency-Key`, the ids of then
 * @throws {ServiceError} `validation_failed` with every fault, `conflict` that says what stands in the way, what the
 *   request's precondition throws, or `unavailable` where another write takes too long
 */
export async function write(context: RequestContext, work: (unit: Unit) => Promise<string[]>): Promise<string[]> {
  const { identity } = context;
  if (!identity) throw unauthenticated();
  try {
    const ids = await queueWrite(identity.accountId, (waitMs) =>
      context.em.transactional((em) => carryOut(em, context.writeOptions, identity, { waitMs, work })),
    );
    await countWrittenRows(context.services, ids.length);
    return ids;
  } finally {
    // What was read before may have changed.
    context.loaders = new Loaders(context.em);
  }
}

interface Task {
  waitMs: number;
  work: (unit: Unit) => Promise<string[]>;
}

async function carryOut(em: Em, terms: WriteOptions, identity: Identity, { waitMs, work }: Task): Promise<string[]> {
  const db = em.getKysely<unknown>();
  const accountId = ownerOf(em);
  await lockAccount(db, accountId, waitMs);
  const known = terms.idempotency && (await findIdempotentResult(db, accountId, terms.idempotency));
  if (known) return known;
  await terms.precondition?.(em);
  const { permissions } = identity;
  const unit: Unit = { em, db, accountId, permissions, by: actorOf(identity), faults: [], conflicts: [] };
  const ids = await work(unit);
  settle(unit);
  if (terms.dryRun) throw invalid([]);
  if (terms.idempotency) await saveIdempotentResult(db, accountId, terms.idempotency, ids);
  return ids;
}

/** Until the transaction ends nobody else writes the account's data. */
async function lockAccount(db: Kysely<unknown>, accountId: string, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(db);
  try {
    await lockPedigree(db, accountId);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw accountIsBusy();
  }
}

/** Whether what was found so far forbids to write. */
export const isRefused = ({ faults, conflicts }: Found): boolean => faults.length > 0 || conflicts.length > 0;

/** Whether the member at this path breaks a rule. */
export const isAtFault = ({ faults }: Pick<Unit, 'faults'>, path: string): boolean =>
  faults.some((fault) => fault.path === path);

/** Notes what a member breaks, where nothing was said of it yet. */
export function noteOnce(unit: Pick<Unit, 'faults'>, path: string, fault: Omit<Fault, 'path'>): void {
  if (!isAtFault(unit, path)) unit.faults.push({ ...fault, path });
}

type Found = Pick<Unit, 'faults' | 'conflicts'>;

/** @throws {ServiceError} where anything is wrong; what only stands in the way is told beside what breaks a rule */
export function settle({ faults, conflicts }: Found): void {
  if (faults.length > 0) throw invalid([...faults, ...conflicts]);
  if (conflicts.length > 0) throw conflict(conflicts);
}
