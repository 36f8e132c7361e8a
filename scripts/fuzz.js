// Runs the property-based tests with twenty times as many cases as `npm test`. `npm run fuzz -- NAME` runs only test
// files with NAME in their path.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [name = ''] = process.argv.slice(2);
const files = globSync('test/**/*.test.ts').filter(
  (path) => path.includes(name) && readFileSync(path, 'utf8').includes("/support/fuzz.js'"),
);
const env = { ...process.env, FUZZ: 'long' };
const { status } = spawnSync('npm', ['test', '--', ...files], { stdio: 'inherit', env });
process.exit(status ?? 1);
