import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'koa';
import { isNotModified, entityTag } from '../conditional.js';

interface Stored {
  file: string;
  size: number;
}

/** A file of the built pages, with what the build has compressed it to. */
export interface Asset extends Stored {
  compressed: { encoding: 'br' | 'gzip'; stored: Stored }[];
}

/** The better first: a browser names what it takes without an order of its own. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The files of `assets/` by the paths at which they answer. */
export function findAssets(folder: string): Map<string, Asset> {
  const root = join(folder, 'assets');
  if (!existsSync(root)) return new Map();
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = new Map(
    files.map(({ name }) => [name, { file: join(root, name), size: statSync(join(root, name)).size }]),
  );
  const suffixes: string[] = ENCODINGS.map(([, suffix]) => suffix);
  const plain = [...stored].filter(([name]) => !suffixes.includes(extname(name)));
  return new Map(
    plain.map(([name, own]) => {
      const compressed = ENCODINGS.flatMap(([encoding, suffix]) => {
        const other = stored.get(name + suffix);
        return other ? [{ encoding, stored: other }] : [];
      });
      return [`/assets/${name}`, { ...own, compressed }];
    }),
  );
}

/** Answers with an asset as the build made it; what the build has not compressed is left to the service. */
export function sendAsset(ctx: Context, asset: Asset): void {
  if (asset.compressed.length > 0) {
    ctx.vary('Accept-Encoding');
    ctx.compress = false;
  }
  // An asset's name holds a hash of its content, so that it never changes below its name.
  if (isNotModified(ctx, entityTag(ctx.path), 'public, max-age=31536000, immutable')) return;
  const chosen = asset.compressed.find(({ encoding }) => ctx.acceptsEncodings(encoding));
  const { file, size } = chosen?.stored ?? asset;
  ctx.type = extname(asset.file);
  if (chosen) ctx.set('Content-Encoding', chosen.encoding);
  // What the service compresses has another length then, of which it tells by the body.
  if (ctx.method !== 'HEAD' || asset.compressed.length === 0) ctx.body = createReadStream(file);
  ctx.length = size;
}
