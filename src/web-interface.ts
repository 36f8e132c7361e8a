import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Next } from 'koa';
import type { Config } from './config.js';
import { notFound, ServiceError } from './errors.js';
import { entityTag, matches } from './rest/conditional.js';

const BUILT = fileURLToPath(new URL('../web/', import.meta.url));
/** Where the start page answers; the second is where one-time links lead. */
const PAGES = new Set(['/', '/password']);
const NOT_BUILT =
  'Queenbook is running. Its web pages have not been built ("npm run build"); REST answers below /api, GraphQL at /graphql.\n';

interface Asset {
  file: string;
  size: number;
}

/**
 * Serves the built pages of `dist/web`. Only files that were there at the start are served, by their exact path:
 * no request's path ever reaches the file system. It stands before the sessions, since nothing here depends on one.
 */
export function webInterface(config: Pick<Config, 'REGISTRATION'>, folder = BUILT) {
  const assets = findAssets(folder);
  const page = startPage(folder, config);
  const pageTag = entityTag(page.text);

  return async (ctx: Context, next: Next): Promise<void> => {
    const asset = assets.get(ctx.path);
    if (!asset && !PAGES.has(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ServiceError('method_not_allowed', 'Only GET is answered here.', { headers: { Allow: 'GET, HEAD' } });
    }
    // An asset's name holds a hash of its content, so that it never changes below its name.
    const tag = asset ? entityTag(ctx.path) : pageTag;
    ctx.set('ETag', tag);
    ctx.set('Cache-Control', asset ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (matches(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.type = asset ? extname(asset.file) : page.type;
    if (!asset) ctx.body = page.text;
    else if (ctx.method === 'HEAD') ctx.length = asset.size;
    else ctx.body = createReadStream(asset.file);
  };
}

/** The last of all: nothing answers at this path. @throws {ServiceError} `not_found` */
export function nothingHere(): never {
  throw notFound('page');
}

function findAssets(folder: string): Map<string, Asset> {
  const root = join(folder, 'assets');
  if (!existsSync(root)) return new Map();
  return new Map(
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [`/assets/${name}`, { file: join(root, name), size: statSync(join(root, name)).size }]),
  );
}

function startPage(folder: string, { REGISTRATION }: Pick<Config, 'REGISTRATION'>): { text: string; type: string } {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return { text: NOT_BUILT, type: 'text/plain' };
  return { text: readFileSync(file, 'utf8').replaceAll('%REGISTRATION%', REGISTRATION), type: 'text/html' };
}
