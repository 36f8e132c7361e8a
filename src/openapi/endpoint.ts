import { readFileSync } from 'node:fs';
import type { Context, Middleware } from 'koa';
import { isNotModified, entityTag } from '../http/conditional.js';
import { requireGet } from '../http/methods.js';
import { setPageHeaders } from '../http/security-headers.js';
import type { OpenApi } from './document.js';
import { documentPage } from './page/page.js';

const DOCUMENT_PATH = /^\/api(?:\/v1)?\/(openapi\.json|docs)$/;
const PAGE_FRAME = new URL('../../web/docs/index.html', import.meta.url);
const NOT_BUILT = 'The document is at /api/openapi.json. The page that shows it is not built; "npm start" builds it.\n';

interface StaticDocument {
  type: string;
  text: string;
  tag: string;
}

/**
 * Serves the document and its page. Runs before the session middleware, because the responses do not depend on the
 * caller.
 * @param describe generates the document on the first request
 */
export function openApiEndpoint(describe: () => OpenApi): Middleware {
  let documents: ReturnType<typeof documentsOf> | undefined;
  return (ctx, next) => {
    const [, name] = DOCUMENT_PATH.exec(ctx.path) ?? [];
    if (name !== 'openapi.json' && name !== 'docs') return next();
    documents ??= documentsOf(describe());
    return serve(ctx, documents[name]);
  };
}

const documentsOf = (document: OpenApi) => ({
  'openapi.json': tagged('application/json', JSON.stringify(document)),
  docs: page(document),
});

const tagged = (type: string, text: string): StaticDocument => ({ type, text, tag: entityTag(text) });

function page(document: OpenApi): StaticDocument {
  let frame: string;
  try {
    frame = readFileSync(PAGE_FRAME, 'utf8');
  } catch {
    return tagged('text/plain', NOT_BUILT);
  }
  return tagged(
    'text/html',
    frame.replace('%DOCUMENT%', () => documentPage(document)),
  );
}

function serve(ctx: Context, { type, text, tag }: StaticDocument): void {
  requireGet(ctx);
  if (type === 'text/html') setPageHeaders(ctx);
  if (isNotModified(ctx, tag, 'no-cache')) return;
  ctx.type = type;
  ctx.body = text;
}
