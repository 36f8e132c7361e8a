import { sql } from 'kysely';
import type { Context, Next } from 'koa';
import { createProbe } from '../db/probe.js';
import type { Services } from '../graphql/context.js';
import { unavailable } from '../core/errors.js';
import { requireGet } from '../http/methods.js';

/**
 * Maximum time for which `/readyz` waits for the database. The clients of `/readyz` usually stop waiting after a few
 * seconds.
 */
const READY_TIMEOUT_SECONDS = 2;

/**
 * Serves `/healthz`, which shows that the process is alive, and `/readyz`, which shows that the database responds and
 * is migrated.
 */
export function health({ orm }: Services) {
  let migrated = false;
  const ask = createProbe(READY_TIMEOUT_SECONDS, async () => {
    await sql`select 1`.execute(orm.database.unscoped);
    migrated ||= (await orm.pending()).length === 0;
    return { migrated };
  });
  const answer = async (ctx: Context): Promise<void> => {
    requireGet(ctx);
    if (ctx.path === '/readyz') {
      const database = await ask();
      if (!database) throw unavailable('The database does not respond.', 5);
      if (!database.migrated) throw unavailable('The database is not up to date.', 5);
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
  };
  return (ctx: Context, next: Next): Promise<void> =>
    ctx.path === '/healthz' || ctx.path === '/readyz' ? answer(ctx) : next();
}
