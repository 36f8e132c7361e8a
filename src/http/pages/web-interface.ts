import { fileURLToPath } from 'node:url';
import type { Context, Next } from 'koa';
import type { Config } from '../../core/config.js';
import { notFound } from '../../core/errors.js';
import { appPage } from './app-page.js';
import { findAssets, sendAsset } from './assets.js';
import { isBrowserNavigation, isPagePath } from './page-paths.js';
import { requireGet } from '../methods.js';

const BUILT = fileURLToPath(new URL('../../../web/', import.meta.url));

/** Serves the built pages of `dist/web`. */
export function webInterface(config: Pick<Config, 'REGISTRATION'>, folder = BUILT) {
  const assets = findAssets(folder);
  const page = appPage(folder, config);
  return {
    /**
     * The page and its assets. Only files that were there at the start are served, by their exact path: no request's
     * path ever reaches the file system. It stands before the sessions, since nothing here depends on one.
     */
    pages(ctx: Context, next: Next): Promise<void> | void {
      const asset = assets.get(ctx.path);
      if (!asset && !isPagePath(ctx.path)) return next();
      requireGet(ctx);
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
      if (!isBrowserNavigation(ctx)) throw notFound('page');
      page(ctx);
      ctx.status = 404;
    },
  };
}
