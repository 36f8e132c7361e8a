import { readFileSync } from 'node:fs';
import type { Context, Middleware } from 'koa';
import { isNotModified, entityTag } from '../http/conditional.js';
import { requireGet } from '../http/methods.js';
import { setPageHeaders } from '../http/security-headers.js';
import type { OpenApi } from './document.js';
import { documentPage } from './page/page.js';

const PATH = /^\/api(?:\/v1)?\/(openapi\.json|docs)$/;
const FRAME = new URL('../../web/docs/index.html', import.meta.url);
const NOT_BUILT = 'The document is at /api/openapi.json. The page that shows it is not built ("npm run build").\n';

interface Served {
  type: string;
  text: string;
  tag: string;
}

/**
 * Serves the document and its page. It stands before the sessions, since nothing here depends on who asks.
 * @param describe makes the document, when somebody first asks for it
 */
export function openApiEndpoint(describe: () => OpenApi): Middleware {
  let served: Record<string, Served> | undefined;
  return (ctx, next) => {
    const [, name] = PATH.exec(ctx.path) ?? [];
    if (name === undefined) return next();
    served ??= both(describe());
    return serve(ctx, served[name]!);
  };
}

const both = (document: OpenApi): Record<string, Served> => ({
  'openapi.json': tagged('application/json', JSON.stringify(document)),
  docs: page(document),
});

const tagged = (type: string, text: string): Served => ({ type, text, tag: entityTag(text) });

function page(document: OpenApi): Served {
  let frame: string;
  try {
    frame = readFileSync(FRAME, 'utf8');
  } catch {
    return tagged('text/plain', NOT_BUILT);
  }
  return tagged(
    'text/html',
    frame.replace('%DOCUMENT%', () => documentPage(document)),
  );
}

function serve(ctx: Context, { type, text, tag }: Served): void {
  requireGet(ctx);
  if (type === 'text/html') setPageHeaders(ctx);
  if (isNotModified(ctx, tag, 'no-cache')) return;
  ctx.type = type;
  ctx.body = text;
}
