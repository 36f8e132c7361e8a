import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

const TEXTS = new Set(['.js', '.css', '.svg', '.ttf', '.json']);
/** Smaller assets are not compressed, because the additional header costs as much as compression saves. */
const SMALLEST = 1024;
/**
 * Larger assets are compressed at a lower level, because the highest level takes much longer and saves
 * little. Only the editor of the playground has assets of this size.
 */
const LARGE = 256 * 1024;

/**
 * Writes the compressed files `NAME.br` and `NAME.gz` beside each asset. The server sends these files instead of the
 * asset. The content of an asset never changes, so the build compresses it once, at a high level.
 */
export function compressAssets(): Plugin {
  return {
    name: 'queenbook:compress-assets',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return this.error('The build has no output folder.');
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && TEXTS.has(extname(name)));
      await Promise.all(names.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE ? 9 : 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
