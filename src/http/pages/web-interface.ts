import { fileURLToPath } from 'node:url';
import type { Context, Next } from 'koa';
import type { Config } from '../../core/config.js';
import { notFound } from '../../core/errors.js';
import { appPage } from './app-page.js';
import { findAssets, sendAsset } from './assets.js';
import { isBrowserNavigation, isPagePath } from './page-paths.js';
import { installableFiles } from './worker.js';
import { requireGet } from '../methods.js';

const BUILD_FOLDER = fileURLToPath(new URL('../../../web/', import.meta.url));

/** Serves the web interface from `dist/web`. */
export function webInterface(config: Pick<Config, 'REGISTRATION'>, folder = BUILD_FOLDER) {
  const assets = findAssets(folder);
  const page = appPage(folder, config);
  const installable = installableFiles(folder, config);
  return {
    /**
     * Serves the page and its assets. Only files that existed at startup are served, by their exact paths, so no path
     * of a request reaches the file system. Runs before the session middleware, because these responses do not depend
     * on a session.
     */
    pages(ctx: Context, next: Next): Promise<void> | void {
      const asset = assets.get(ctx.path);
      const file = installable.get(ctx.path);
      if (!asset && !file && !isPagePath(ctx.path)) return next();
      requireGet(ctx);
      ctx.status = 200;
      if (asset) sendAsset(ctx, asset);
      else (file ?? page)(ctx);
    },

    /**
     * The last middleware, for requests that match no route. Browsers get the page of the web interface, which shows
     * that the path is unknown.
     * @throws {ServiceError} `not_found` for other clients
     */
    notFoundPage(ctx: Context): void {
      ctx.vary('Accept');
      if (!isBrowserNavigation(ctx)) throw notFound('page');
      page(ctx);
      ctx.status = 404;
    },
  };
}
