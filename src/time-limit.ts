import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from 'koa';
import type pg from 'pg';
import { takeBy, type Line } from './taking.js';

/** Milliseconds that a statement may take; 0 and nothing are no limit. */
const limits = new AsyncLocalStorage<number>();

/** Limits each statement that a request needs; jobs, commands and what the service does by itself have no limit. */
export function limitStatements(seconds: number): Middleware {
  return (_, next) => limits.run(seconds * 1000, next);
}

/** For what may take so long at most, and no longer than it may anyway. */
export function withLimit<Result>(seconds: number, work: () => Result): Result {
  return limits.run(Math.min(seconds * 1000, limits.getStore() || Infinity), work);
}

/** For a piece of a request that takes as long as the account is large: it is bounded otherwise, or not at all. */
export function withoutLimit<Result>(work: () => Result): Result {
  return limits.run(0, work);
}

/** Milliseconds that a server has to say that it cancelled something, beyond the limit. */
const SAYING_SO = 2000;

/** How many times its statements' limit a transaction of a request may stand still. */
const STANDSTILL = 2;

/**
 * Has a connection cut on which nothing was heard for longer than its limit, while an answer is waited for: a server
 * that hangs, or is beyond a dead line, cancels nothing. All that waits on it fails, and the pool throws it away.
 */
function cutWhereNothingIsHeard(client: pg.PoolClient, limit: number): void {
  const { connection } = client as Line;
  connection.stream.setTimeout(limit && limit + SAYING_SO);
}

function listenForSilence(client: pg.PoolClient): void {
  const { connection } = client as Line;
  connection.stream.on('timeout', () => {
    if ((client as Line).readyForQuery) return;
    connection.stream.destroy(Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT' }));
  });
}

/**
 * Has the server cancel what takes longer than whoever takes the connection may. It is told only where that is another
 * limit than the one before on the same connection, so that it costs requests nothing.
 */
export function limitByTaker(pool: pg.Pool): void {
  const set = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', listenForSilence);
  takeBy(pool, async (connect) => {
    const limit = limits.getStore() ?? 0;
    const client = await connect();
    if ((set.get(client) ?? 0) === limit) return client;
    cutWhereNothingIsHeard(client, limit);
    try {
      // A transaction that its request does not go on with holds its locks, and the connection.
      await client.query(
        `set statement_timeout = ${limit}; set idle_in_transaction_session_timeout = ${STANDSTILL * limit}`,
      );
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    set.set(client, limit);
    return client;
  });
}
