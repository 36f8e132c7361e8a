import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Next } from 'koa';
import type { Config } from './config.js';
import { notFound, ServiceError } from './errors.js';
import { appPage } from './pages/app-page.js';
import { isLostReader, isPagePath } from './pages/page-paths.js';
import { entityTag, matches } from './rest/conditional.js';

const BUILT = fileURLToPath(new URL('../web/', import.meta.url));

interface Asset {
  file: string;
  size: number;
}

/** Serves the built pages of `dist/web`. */
export function webInterface(config: Pick<Config, 'REGISTRATION'>, folder = BUILT) {
  const assets = findAssets(folder);
  const page = appPage(folder, config);
  return {
    /**
     * The page and its assets. Only files that were there at the start are served, by their exact path: no request's
     * path ever reaches the file system. It stands before the sessions, since nothing here depends on one.
     */
    async pages(ctx: Context, next: Next): Promise<void> {
      const asset = assets.get(ctx.path);
      if (!asset && !isPagePath(ctx.path)) return next();
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
        throw new ServiceError('method_not_allowed', 'Only GET is answered here.', { headers: { Allow: 'GET, HEAD' } });
      }
      ctx.status = 200;
      if (asset) sendAsset(ctx, asset);
      else page(ctx);
    },

    /**
     * The last of all: nothing answers at this path. People get the page, which says so and leads on.
     * @throws {ServiceError} `not_found` for programs
     */
    nothingHere(ctx: Context): void {
      ctx.vary('Accept');
      if (!isLostReader(ctx)) throw notFound('page');
      page(ctx);
      ctx.status = 404;
    },
  };
}

function sendAsset(ctx: Context, { file, size }: Asset): void {
  // An asset's name holds a hash of its content, so that it never changes below its name.
  const tag = entityTag(ctx.path);
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  if (matches(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = extname(file);
  if (ctx.method === 'HEAD') ctx.length = size;
  else ctx.body = createReadStream(file);
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
