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
  /**
   * SQL for the audit trail: records an event for each row of the CTE `from`, in the statement that changes the
   * session.
   */
  recordSession: (ctx: Context, event: 'signed_in' | 'signed_out', from: string) => RawBuilder<unknown>;
}

const SESSION_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
/** Maximum lifetime of a row without renewal: ten seconds longer than the cookie (koa-session). */
export const MAX_SESSION_SECONDS = SESSION_LIFETIME_MS / 1000 + 10;
const SESSION_ID = /^[\w-]{43}$/;

interface StoreData {
  accountId?: string;
}
/** The members of koa-session's `ctx.session` that the service uses. */
interface OpenSession extends StoreData {
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
}

/** State per request, because koa-session's `set` does not report whether the row is new. */
const requestStates = new WeakMap<Context, RequestState>();

interface RequestState {
  idHash?: string;
  passwordHash?: string;
  revision?: number;
}

function stateOf(ctx: Context): RequestState {
  const state = requestStates.get(ctx);
  if (!state) throw new Error('The request has not passed the session middleware.');
  return state;
}

/**
 * Stores sessions as rows. The cookie contains a random id, and the row contains the SHA-256 hash of this id. A request
 * with an API key, or without a validly signed cookie, reads no session. Any other request reads its session with one
 * indexed query. Rows are deleted with their account.
 */
export function sessions(koa: Koa, services: SessionServices): Middleware {
  const secure = isHttps(services.config);
  const options: CreateSessionOptions = {
    key: sessionCookie(services.config),
    maxAge: SESSION_LIFETIME_MS,
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
    // A request with an API key ignores its session cookie.
    if (hasKey(ctx)) return next();
    // The proxy connects by plain http. Without this setting, the cookie library refuses to set `Secure` cookies.
    if (secure) ctx.cookies.secure = true;
    requestStates.set(ctx, {});
    return middleware(ctx, next);
  };
}

/** The signed-in account, or null. */
export function sessionAccountId(ctx: Context): string | null {
  return sessionOf(ctx)?.accountId ?? null;
}

/** The primary key of this request's session row. */
export function sessionIdHash(ctx: Context): string | undefined {
  return requestStates.get(ctx)?.idHash;
}

/** The revision of the signed-in account at the start of the request; see `Identity.revision`. */
export function sessionRevision(ctx: Context): number | undefined {
  return requestStates.get(ctx)?.revision;
}

/**
 * Signs in with a new session id, which prevents session fixation.
 * @throws {ServiceError} `invalid_credentials` if the password has changed since it was checked
 */
export async function startSession(ctx: Context, account: { id: string; passwordHash: string }): Promise<void> {
  stateOf(ctx).passwordHash = account.passwordHash;
  const session = sessionOf(ctx);
  if (!session) throw new Error('a request cannot sign in after it has signed out');
  session.accountId = account.id;
  await session.regenerate();
}

/** Signs out and deletes the row. Clears the cookie even if no one is signed in. */
export async function endSession(ctx: Context): Promise<void> {
  const session = sessionOf(ctx);
  if (!session) return;
  ctx.session = null;
  await session.manuallyCommit();
}

const sessionOf = (ctx: Context) => ctx.session as OpenSession | null;

function store({ orm, recordSession }: SessionServices): NonNullable<CreateSessionOptions['store']> {
  const { kysely, unscoped } = orm.database;
  return {
    async get(id, _maxAge, { ctx }) {
      if (!SESSION_ID.test(id)) return undefined;
      const idHash = hash('sha256', id);
      const { rows } = await sql<{ data: string; revision: number }>`
        select data::text as data, coalesce((select revision from clock_of(account_id)), 0)::float8 as revision
        from session_of(${idHash}) where expires_at > now() and account_id is not null`.execute(unscoped);
      if (!rows[0]) return undefined;
      Object.assign(stateOf(ctx), { idHash, revision: rows[0].revision });
      return JSON.parse(rows[0].data);
    },

    async set(id, data: StoreData, maxAge, { ctx }) {
      const request = stateOf(ctx);
      const idHash = hash('sha256', id);
      const text = JSON.stringify(data);
      const expiry = sql`now() + ${maxAge} * interval '1 millisecond'`;
      if (request.idHash === idHash) {
        // The row is only updated, because an insert would restore a session that ended during this request.
        await sql`update session set data = ${text}::jsonb, expires_at = ${expiry} where id_hash = ${idHash}`.execute(
          kysely,
        );
        return;
      }
      // Waits for a concurrent change of the password, so that the old password cannot start a session.
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
      const request = stateOf(ctx);
      if (request.idHash === undefined || request.idHash !== hash('sha256', id)) return;
      await sql`
        with ended as (delete from session where id_hash = ${request.idHash} returning account_id)
        ${recordSession(ctx, 'signed_out', 'ended')} where account_id is not null`.execute(kysely);
      request.idHash = undefined;
    },
  };
}

/** Deletes at most 100 expired sessions, so that the sign-in that calls this function does not wait long. */
export async function sweepSessions({ orm }: Pick<SessionServices, 'orm'>): Promise<void> {
  await deleteExpired(orm.database.kysely, 'session', ['id_hash'], 'expires_at');
}
