import type { Socket } from 'node:net';
import type pg from 'pg';

/** A connection of a pool, with what is looked at of it besides its types. */
export type Line = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean };

type Connect = () => Promise<pg.PoolClient>;

/**
 * Has whoever takes a connection of the pool take it by `take`. With a callback it is the pool's own `query`, by which the
 * queue of jobs speaks: it waits for nobody, gives back what it took, and is left as it is.
 */
export function takeBy(pool: pg.Pool, take: (connect: Connect) => Promise<pg.PoolClient>): void {
  const connect = pool.connect.bind(pool) as { (): Promise<pg.PoolClient>; (...args: unknown[]): void };
  const taking = (...args: unknown[]) => (args.length > 0 ? connect(...args) : take(connect));
  pool.connect = taking as pg.Pool['connect'];
}
