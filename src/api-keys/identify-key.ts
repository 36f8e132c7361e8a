import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import { CompiledQuery, sql } from 'kysely';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { Gathering } from '../gathering.js';
import { isAllowed } from '../access/allowlist.js';
import { bearerHashOf, bearerOf } from '../access/bearer.js';
import { clientAddresses, clientNetwork } from '../access/client-address.js';
import type { Foreseen, Identity } from '../access/identity.js';
import type { Permissions } from '../access/permissions.js';
import { AuditAction, AuditActor } from '../audit/audit.enums.js';
import { noteAgainBeside } from '../audit/later.js';
import type { Services } from '../context.js';
import { ServiceError, type ErrorCode } from '../errors.js';
import type { Em, Orm } from '../orm.js';
import { herdsOf } from '../queens/herd.js';
import { permissionsOf } from './api-key.checks.js';
import { statusOf } from './api-key.entity.js';
import {
  areValuesNews,
  foreseenColumns,
  foresightOf,
  guess,
  kindOf,
  readForeseen,
  type Foresight,
  type Found,
  type GuessOf,
} from './foresee.js';
import { isRawKey } from './raw-key.js';

/** What a request with a key has to know, as one statement tells it. */
interface KnownKey {
  id: string;
  accountId: string;
  status: 'enabled' | 'disabled' | 'expired' | 'revoked';
  permissions: string;
  allowlist: string;
  /** By the database's clock, for the record of use: the time, the day in UTC, and whether the last record is old. */
  usedAt: string;
  day: string;
  due: boolean;
  /** How far the account's changes have come; 0 where there are none. */
  revision: number;
  /** What those who share the statement will ask for. */
  foreseen: Foreseen;
}

const INVALID = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };

/** The state of a key is told only to whoever presents the whole of it. */
const REJECTIONS: Record<Exclude<KnownKey['status'], 'enabled'>, [ErrorCode, string]> = {
  disabled: ['key_disabled', 'The API key is disabled.'],
  expired: ['key_expired', 'The API key has expired.'],
  revoked: ['key_revoked', 'The API key is revoked.'],
};

/**
 * Finds out whose key a request presents: whether it is known, its state, its addresses, in this order; permissions
 * are judged where they are needed.
 * @throws {ServiceError} `invalid_key`, `key_disabled`, `key_expired`, `key_revoked` or `address_not_allowed`
 */
export async function identifyKey(services: Services, ctx: Context): Promise<Identity> {
  const { config, orm, keyUses } = services;
  const raw = bearerOf(ctx);
  const known =
    raw !== null && isRawKey(raw) ? await lookUps(orm).load(await lookUpOf(orm, bearerHashOf(ctx), ctx)) : undefined;
  if (!known) throw new ServiceError('invalid_key', 'The API key is not known.', INVALID);
  const { accountId, id: keyId, status, permissions, allowlist, usedAt, day, due, revision, foreseen } = known;
  if (status !== 'enabled') {
    noteRefusal(services, ctx, known);
    throw new ServiceError(...REJECTIONS[status], INVALID);
  }
  const addresses = clientAddresses(ctx.req, config);
  if (allowlist !== ANYWHERE && !isAllowed(JSON.parse(allowlist) as string[], addresses)) {
    noteRefusal(services, ctx, known);
    throw new ServiceError('address_not_allowed', 'The API key may not be used from this address.');
  }
  keyUses.record({ accountId, keyId, day, ...(due && { last: { at: usedAt, address: addresses.forRecord } }) });
  return { kind: 'key', accountId, keyId, permissions: granted(permissions), revision, foreseen };
}

/** An allowlist without entries. */
const ANYWHERE = '[]';

/** Of five resources and three levels there are few. */
const grants = new LRUCache<string, Permissions>({ max: 500 });

function granted(text: string): Permissions {
  let known = grants.get(text);
  if (!known) {
    known = Object.freeze(permissionsOf(JSON.parse(text) as Partial<Permissions>));
    grants.set(text, known);
  }
  return known;
}

/** When a refusal of each key was last noted here, so that many cost no more than one a minute. */
const refusals = new LRUCache<string, number>({ max: 10_000 });

function noteRefusal(services: Services, ctx: Context, { accountId, id }: KnownKey): void {
  const now = performance.now();
  if (now - (refusals.get(id) ?? -Infinity) < 60_000) return;
  refusals.set(id, now);
  const by = { kind: AuditActor.visitor, network: clientNetwork(ctx.req, services.config) };
  noteAgainBeside(services, accountId, { action: AuditAction.key_refused, by, subjectId: id });
}

/** Accounts of keys by their hashes, as they were last: only to guess what a request will ask for. */
const accounts = new LRUCache<string, { accountId: string; revision: number }>({ max: 10_000 });

interface LookUp {
  hash: string;
  guessed: GuessOf | null;
}

async function lookUpOf(orm: Orm, hash: string, ctx: Context): Promise<LookUp> {
  const last = accounts.get(hash);
  const guessed = last ? await guess(ctx) : null;
  if (!last || !guessed) return { hash, guessed: null };
  const { accountId, revision } = last;
  const row = !herdsOf(unitOf(orm)).knows(accountId, guessed.queenId);
  const values = guessed.values && areValuesNews(revision, guessed);
  return { hash, guessed: { ...guessed, hash, row, values } };
}

const units = new WeakMap<Orm, Em>();

/** For what units of work know of the database; it is asked nothing. */
function unitOf(orm: Orm): Em {
  let em = units.get(orm);
  if (!em) units.set(orm, (em = orm.fork()));
  return em;
}

const byOrm = new WeakMap<Orm, DataLoader<LookUp, KnownKey | undefined>>();

/**
 * Looks keys up by their hashes. Requests that come in one turn of the event loop share a statement; nothing is kept
 * beyond it, so each is judged by how its key stands after it came.
 */
function lookUps(orm: Orm): DataLoader<LookUp, KnownKey | undefined> {
  let loader = byOrm.get(orm);
  if (!loader) {
    const gathering = new Gathering();
    loader = new DataLoader((asked) => gathering.during(() => find(orm, asked)), {
      cache: false,
      batchScheduleFn: gathering.schedule,
    });
    byOrm.set(orm, loader);
  }
  return loader;
}

/** A key as the statement tells it, in one column: `pg` takes longer for several. */
type Packed = [
  hash: string,
  accountId: string,
  id: string,
  status: KnownKey['status'],
  permissions: string,
  allowlist: string,
  usedAt: string,
  day: string,
  due: boolean,
  revision: number,
  ...found: Found,
];

/** The statement that looks keys up, by what is to be foreseen: to put it together takes longer than to send it. */
const statements = new WeakMap<Orm, Map<string, string>>();

function lookUpQuery(orm: Orm, em: Em, hashes: string[], foresight: Foresight): CompiledQuery<{ packed: string }> {
  let known = statements.get(orm);
  if (!known) statements.set(orm, (known = new Map()));
  const kind = kindOf(foresight);
  // In the order in which they stand in it.
  const parameters = [...(foresight.rows ?? []), ...(foresight.values ?? []), hashes];
  let statement = known.get(kind);
  if (statement === undefined) {
    const compiled = sql`
      /* prepared */ select json_build_array(
        key_hash, account_id, id, ${sql.raw(statusOf('api_key'))}, permissions::text, ip_allowlist::text,
        now()::text, (now() at time zone 'UTC')::date::text,
        coalesce(last_used_at <= now() - interval '1 minute', true),
        coalesce((select revision from clock_of(account_id)), 0)::float8,
        ${foreseenColumns(em, foresight)}
      )::text as packed
      from keys_of(${hashes}::text[]) api_key`.compile(orm.database.anySide);
    if (!isDeepStrictEqual(compiled.parameters, parameters)) {
      throw new Error('The look-up of keys has other parameters.');
    }
    known.set(kind, (statement = compiled.sql));
  }
  return CompiledQuery.raw(statement, parameters) as CompiledQuery<{ packed: string }>;
}

async function find(orm: Orm, asked: readonly LookUp[]): Promise<(KnownKey | undefined)[]> {
  const em = unitOf(orm);
  const hashes = [...new Set(asked.map(({ hash }) => hash))];
  const query = lookUpQuery(orm, em, hashes, foresightOf(asked.flatMap(({ guessed }) => guessed ?? [])));
  const { rows } = await orm.database.anySide.executeQuery(query);
  const known = new Map(rows.map(({ packed }) => keyOf(em, JSON.parse(packed) as Packed)));
  for (const [hash, { status, accountId, revision }] of known) {
    if (status === 'enabled') accounts.set(hash, { accountId, revision });
    else accounts.delete(hash);
  }
  return asked.map(({ hash }) => known.get(hash));
}

function keyOf(em: Em, packed: Packed): [hash: string, KnownKey] {
  const [hash, accountId, id, status, permissions, allowlist, usedAt, day, due, revision, ...found] = packed;
  const foreseen = readForeseen(em, accountId, found);
  return [hash, { accountId, id, status, permissions, allowlist, usedAt, day, due, revision, foreseen }];
}
