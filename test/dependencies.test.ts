import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BLOCK = 4096;

/** Returns the bytes on disk, without nested packages, because the lock file lists nested packages separately. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : Math.ceil(statSync(path).size / BLOCK) * BLOCK;
    })
    .reduce((sum, size) => sum + size, BLOCK);
}

test('production dependencies (npm ci --omit=dev) use less than 250 MB', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const sizes = Object.entries(packages)
    // Packages of other platforms are not installed.
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path]) => ({ path, size: sizeOf(join(root, path)) }))
    .sort((one, other) => other.size - one.size);
  expect(sizes.length).toBeGreaterThan(100);
  const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024;
  const largest = sizes.slice(0, 5).map(({ path, size }) => `${path} ${Math.round(size / 1024 / 1024)} MB`);
  expect({ megabytes, largest, tooMuch: megabytes >= 250 }).toMatchObject({ tooMuch: false });
});
