import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { setPageHeaders } from '../http/security-headers.js';

const PAGE = new URL('../../web/playground/index.html', import.meta.url);
const MISSING = 'This is the GraphQL endpoint: POST a query as JSON. The playground is not built.\n';

/** Whether it is a browser that opens the address, and no program that asks something. */
export function wantsPage(ctx: Context): boolean {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  return reads && ctx.query.query === undefined && /\btext\/html\b/.test(ctx.get('Accept'));
}

/** The playground's page. Its editor makes style elements as it goes, which bear the nonce of this one answer. */
export async function answerPage(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  const page = await readFile(PAGE, 'utf8').catch(() => null);
  if (page === null) {
    ctx.type = 'text/plain';
    ctx.body = MISSING;
    return;
  }
  const nonce = randomBytes(18).toString('base64');
  setPageHeaders(ctx, { 'style-src': [`'nonce-${nonce}'`] });
  ctx.type = 'text/html';
  ctx.body = page.replaceAll('%NONCE%', nonce);
}
