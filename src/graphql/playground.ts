import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'koa';
import { setPageHeaders } from '../http/security-headers.js';

const PLAYGROUND_PAGE = new URL('../../web/playground/index.html', import.meta.url);
const NOT_BUILT = 'This is the GraphQL endpoint: POST a query as JSON. The playground is not built.\n';

/** Whether the request comes from a browser that opens the address, not from a GraphQL client. */
export function isPageRequest(ctx: Context): boolean {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
  return reads && ctx.query.query === undefined && /\btext\/html\b/.test(ctx.get('Accept'));
}

/** Sends the playground. Its editor creates style elements, which need the nonce of the response. */
export async function sendPlayground(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  const page = await readFile(PLAYGROUND_PAGE, 'utf8').catch(() => null);
  if (page === null) {
    ctx.type = 'text/plain';
    ctx.body = NOT_BUILT;
    return;
  }
  const nonce = randomBytes(18).toString('base64');
  setPageHeaders(ctx, { 'style-src': [`'nonce-${nonce}'`] });
  ctx.type = 'text/html';
  ctx.body = page.replaceAll('%NONCE%', nonce);
}
