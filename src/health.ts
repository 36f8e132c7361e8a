import { sql } from 'kysely';
import type { Context, Next } from 'koa';
import type { Services } from './context.js';
import { ServiceError } from './errors.js';
import { onlyGet } from './rest/methods.js';

/** `/healthz`: the process lives. `/readyz`: the database answers and the migrations are in. */
export function health({ orm }: Services) {
  let migrated = false;
  const answer = async (ctx: Context): Promise<void> => {
    onlyGet(ctx);
    if (ctx.path === '/readyz') {
      try {
        await sql`select 1`.execute(orm.database.anySide);
        migrated ||= (await orm.pending()).length === 0;
      } catch {
        throw new ServiceError('unavailable', 'The database does not answer.', { headers: { 'Retry-After': '5' } });
      }
      if (!migrated)
        throw new ServiceError('unavailable', 'The database is not up to date.', { headers: { 'Retry-After': '5' } });
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ok' };
  };
  return (ctx: Context, next: Next): Promise<void> =>
    ctx.path === '/healthz' || ctx.path === '/readyz' ? answer(ctx) : next();
}
