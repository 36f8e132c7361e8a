import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import type { Config } from '../../core/config.js';

/**
 * The files of the installable web app that have no hash in their names (service worker and manifest), by their URL
 * paths.
 */
export function installableFiles(
  folder: string,
  { REGISTRATION }: Pick<Config, 'REGISTRATION'>,
): Map<string, (ctx: Context) => void> {
  const read = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const files = new Map<string, (ctx: Context) => void>();
  const serve = (name: string, text: string) =>
    files.set(`/${name}`, (ctx) => {
      // Browsers request the file at each start, to get a new version.
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = name.endsWith('.js') ? 'text/javascript' : 'application/manifest+json';
      ctx.body = text;
    });
  const [page, worker, manifest] = ['index.html', 'sw.js', 'manifest.webmanifest'].map(read);
  if (worker && page) {
    // The service worker stores the page as the server renders it. After each change of the page, the revision in
    // `sw.js` differs, so the service worker stores the page again.
    const revision = hash('sha256', `${REGISTRATION}\n${page}`, 'hex').slice(0, 16);
    serve('sw.js', worker.replace('%REVISION%', revision));
  }
  if (manifest) serve('manifest.webmanifest', manifest);
  return files;
}
