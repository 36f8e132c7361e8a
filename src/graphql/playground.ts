import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';

const PAGE = new URL('../../web/playground/index.html', import.meta.url);
const MISSING = 'This is the GraphQL endpoint: POST a query as JSON. The playground is not built.\n';

/** Whether it is a browser that opens the address, and no program that asks something. */
export function wantsPage(ctx: Context): boolean {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  return reads && ctx.query.query === undefined && /\btext\/html\b/.test(ctx.get('Accept'));
}

/** The playground's page; the nonce is that of this answer's content security policy. */
export async function answerPage(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  const page = await readFile(PAGE, 'utf8').catch(() => null);
  if (page === null) {
    ctx.type = 'text/plain';
    ctx.body = MISSING;
    return;
  }
  ctx.type = 'text/html';
  ctx.body = page.replaceAll('%NONCE%', String(ctx.state.nonce ?? ''));
}
