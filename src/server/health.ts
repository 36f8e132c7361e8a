import { sql } from 'kysely';
import type { Context, Next } from 'koa';
import { createProbe } from '../db/probe.js';
import type { Services } from '../graphql/context.js';
import { ServiceError } from '../core/errors.js';
import { requireGet } from '../http/methods.js';

/** Seconds that `/readyz` waits for the database: who asks gives up after a few. */
const READY_TIMEOUT = 2;

/** `/healthz`: the process lives. `/readyz`: the database answers and the migrations are in. */
export function health({ orm }: Services) {
  let migrated = false;
  const ask = createProbe(READY_TIMEOUT, async () => {
    await sql`select 1`.execute(orm.database.unscoped);
    migrated ||= (await orm.pending()).length === 0;
    return { migrated };
  });
  const answer = async (ctx: Context): Promise<void> => {
    requireGet(ctx);
    if (ctx.path === '/readyz') {
      const database = await ask();
      if (!database) throw unready('The database does not answer.');
      if (!database.migrated) throw unready('The database is not up to date.');
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
  };
  return (ctx: Context, next: Next): Promise<void> =>
    ctx.path === '/healthz' || ctx.path === '/readyz' ? answer(ctx) : next();
}

const unready = (detail: string) => new ServiceError('unavailable', detail, { headers: { 'Retry-After': '5' } });
