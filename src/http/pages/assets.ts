import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'koa';
import { isNotModified, entityTag } from '../conditional.js';

interface StoredFile {
  file: string;
  size: number;
}

/** A file of the web build, with its precompressed variants. */
export interface Asset extends StoredFile {
  compressed: { encoding: 'br' | 'gzip'; stored: StoredFile }[];
}

/** Encodings in the order in which the service prefers them. Browsers accept both encodings, without a preference. */
const COMPRESSED_SUFFIXES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The files of `assets/` by their URL paths. */
export function findAssets(folder: string): Map<string, Asset> {
  const root = join(folder, 'assets');
  if (!existsSync(root)) return new Map();
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = new Map(
    files.map(({ name }) => [name, { file: join(root, name), size: statSync(join(root, name)).size }]),
  );
  const suffixes: string[] = COMPRESSED_SUFFIXES.map(([, suffix]) => suffix);
  const plain = [...stored].filter(([name]) => !suffixes.includes(extname(name)));
  return new Map(
    plain.map(([name, own]) => {
      const compressed = COMPRESSED_SUFFIXES.flatMap(([encoding, suffix]) => {
        const other = stored.get(name + suffix);
        return other ? [{ encoding, stored: other }] : [];
      });
      return [`/assets/${name}`, { ...own, compressed }];
    }),
  );
}

/** Sends an asset, precompressed if possible. */
export function sendAsset(ctx: Context, asset: Asset): void {
  if (asset.compressed.length > 0) {
    ctx.vary('Accept-Encoding');
    ctx.compress = false;
  }
  // Asset names contain a hash of the content, so assets can be cached forever.
  if (isNotModified(ctx, entityTag(ctx.path), 'public, max-age=31536000, immutable')) return;
  const chosen = asset.compressed.find(({ encoding }) => ctx.acceptsEncodings(encoding));
  const { file, size } = chosen?.stored ?? asset;
  ctx.type = extname(asset.file);
  if (chosen) ctx.set('Content-Encoding', chosen.encoding);
  // Without a precompressed variant, the compression middleware needs the body, even for HEAD.
  if (ctx.method !== 'HEAD' || asset.compressed.length === 0) ctx.body = createReadStream(file);
  ctx.length = size;
}
