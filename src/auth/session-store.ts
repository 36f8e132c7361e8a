import { hash, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import createSession, { type CreateSessionOptions } from 'koa-session';
import { sql, type RawBuilder } from 'kysely';
import { isHttps, type Config } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import type { Orm } from '../db/orm.js';
import { hasKey } from './bearer.js';
import { deleteExpired } from './rate-window.js';
import { sessionCookie } from './session-cookie.js';

export interface SessionServices {
  config: Config;
  orm: Orm;
  /** SQL that records an event for each row of the CTE `from`, as part of the statement that changes the session. */
  recordSession: (ctx: Context, event: 'signed_in' | 'signed_out', from: string) => RawBuilder<unknown>;
}

const DAYS_14 = 14 * 24 * 60 * 60 * 1000;
/** How long a row lasts at most without being renewed: ten seconds longer than the cookie (koa-session). */
export const MAX_SESSION_SECONDS = DAYS_14 / 1000 + 10;
const ID = /^[\w-]{43}$/;

interface StoreData {
  accountId?: string;
}
/** What is used here of koa-session's `ctx.session`. */
interface OpenSession extends StoreData {
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
}

/** What the store must know of a request besides the data: koa-session saves without telling a new row from a known one. */
const known = new WeakMap<Context, { idHash?: string; passwordHash?: string; revision?: number }>();

/**
 * Sessions as rows: the cookie holds a random id, the row its SHA-256. A request without the cookie, or with one whose
 * signature is wrong, asks the database nothing; any other asks it one indexed statement, which finds no row any more
 * once the account is gone (the row goes with it).
 */
export function sessions(koa: Koa, services: SessionServices): Middleware {
  const secure = isHttps(services.config);
  const options: CreateSessionOptions = {
    key: sessionCookie(services.config),
    maxAge: DAYS_14,
    renew: true,
    rolling: false,
    httpOnly: true,
    signed: true,
    sameSite: 'lax',
    secure,
    genid: () => randomBytes(32).toString('base64url'),
    store: store(services),
  };
  const middleware = createSession(options, koa);
  return (ctx: Context, next: Next) => {
    // A key decides, and nothing that a key can reach asks for the session.
    if (hasKey(ctx)) return next();
    // The connection to the proxy is plain http, over which the cookie library refuses to send what is `Secure`.
    if (secure) ctx.cookies.secure = true;
    known.set(ctx, {});
    return middleware(ctx, next);
  };
}

/** The account that is signed in here, or null. */
export function sessionAccountId(ctx: Context): string | null {
  return sessionOf(ctx)?.accountId ?? null;
}

/** The row of this request's session. */
export function sessionIdHash(ctx: Context): string | undefined {
  return known.get(ctx)?.idHash;
}

/** How far the changes of the account that is signed in had come when this request was; see `Identity`. */
export function sessionRevision(ctx: Context): number | undefined {
  return known.get(ctx)?.revision;
}

/**
 * Signs in: a new id, so that one that was planted before is worth nothing.
 * @throws {ServiceError} `invalid_credentials` where the password has changed since it was checked
 */
export async function startSession(ctx: Context, account: { id: string; passwordHash: string }): Promise<void> {
  known.get(ctx)!.passwordHash = account.passwordHash;
  const session = sessionOf(ctx);
  if (!session) throw new Error('a request cannot sign in after it has signed out');
  session.accountId = account.id;
  await session.regenerate();
}

/** Signs out: the row is gone when this returns. Also where nobody is signed in: the cookie is cleared. */
export async function endSession(ctx: Context): Promise<void> {
  const session = sessionOf(ctx);
  if (!session) return;
  (ctx as { session?: unknown }).session = null;
  await session.manuallyCommit();
}

const sessionOf = (ctx: Context) => (ctx as unknown as { session: OpenSession | null }).session;

function store({ orm, recordSession }: SessionServices): NonNullable<CreateSessionOptions['store']> {
  const { kysely, unscoped } = orm.database;
  return {
    async get(id, _maxAge, { ctx }) {
      if (!ID.test(id)) return undefined;
      const idHash = hash('sha256', id);
      const { rows } = await sql<{ data: string; revision: number }>`
        select data::text as data, coalesce((select revision from clock_of(account_id)), 0)::float8 as revision
        from session_of(${idHash}) where expires_at > now() and account_id is not null`.execute(unscoped);
      if (!rows[0]) return undefined;
      Object.assign(known.get(ctx)!, { idHash, revision: rows[0].revision });
      return JSON.parse(rows[0].data);
    },

    async set(id, data: StoreData, maxAge, { ctx }) {
      const request = known.get(ctx)!;
      const idHash = hash('sha256', id);
      const text = JSON.stringify(data);
      const expiry = sql`now() + ${maxAge} * interval '1 millisecond'`;
      if (request.idHash === idHash) {
        // Never an insert: it would bring back a session that was ended while this request ran.
        await sql`update session set data = ${text}::jsonb, expires_at = ${expiry} where id_hash = ${idHash}`.execute(
          kysely,
        );
        return;
      }
      // The lock waits for a change of the password that is on its way; after it the old password starts nothing more.
      const { numAffectedRows } = await sql`
        with begun as (
          insert into session (id_hash, account_id, data, expires_at)
          select ${idHash}, id, ${text}::jsonb, ${expiry} from account
          where id = ${data.accountId} and password_hash = ${request.passwordHash} for share
          returning account_id)
        ${recordSession(ctx, 'signed_in', 'begun')}`.execute(kysely);
      if (numAffectedRows === 0n) throw new ServiceError('invalid_credentials', 'The password has just been changed.');
      request.idHash = idHash;
    },

    async destroy(id, { ctx }) {
      const request = known.get(ctx)!;
      if (request.idHash === undefined || request.idHash !== hash('sha256', id)) return;
      await sql`
        with ended as (delete from session where id_hash = ${request.idHash} returning account_id)
        ${recordSession(ctx, 'signed_out', 'ended')} where account_id is not null`.execute(kysely);
      request.idHash = undefined;
    },
  };
}

/** Clears away what has expired; a little at a time, so that nobody's sign-in waits for it. */
export async function sweepSessions({ orm }: Pick<SessionServices, 'orm'>): Promise<void> {
  await deleteExpired(orm.database.kysely, 'session', ['id_hash'], 'expires_at');
}
