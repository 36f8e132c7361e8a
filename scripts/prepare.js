// Prepares a checkout: installs the locked dependencies and builds changed files. It runs before `npm start` and
// `npm test`, with any version of Node. It has no dependencies, because it runs before they are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const bin = join(root, 'node_modules', '.bin');

function run(command, args) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`"${[command, ...args].join(' ')}" failed${error ? `: ${error.message}` : ''}`);
    process.exit(status || 1);
  }
}

/** Does the work and writes `state` to the file `stamp`, unless this file already contains `state`. */
function unlessDone(stamp, state, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  work();
  writeFileSync(stamp, state);
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

const hash = (text) => createHash('sha256').update(text).digest('hex');
// Contents are compared, not timestamps, because regenerated files are often identical.
const stateOf = (paths) => hash(paths.map((path) => `${path} ${hash(readFileSync(path))}`).join('\n'));

const lock = hash(readFileSync('package-lock.json', 'utf8'));
unlessDone(join('node_modules', '.installed'), lock, () => {
  console.log('Installing dependencies …');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
});

mkdirSync('dist', { recursive: true });
const all = ['src', 'migrations'].flatMap((folder) => [...files(folder)]);
const isBrowserCode = (path) => path.startsWith(join('src', 'web'));
const server = all.filter((path) => !isBrowserCode(path)).concat('tsconfig.json');
unlessDone(join('dist', '.server'), lock + stateOf(server), () => {
  console.log('Building the service …');
  run('tsc', ['--build']);
});
const shared = ['traits.ts', 'trait-table.ts'].map((name) => join('src', 'core', name));
const pages = all.filter((path) => isBrowserCode(path) || shared.includes(path));
unlessDone(join('dist', '.web'), lock + stateOf(pages), () => {
  console.log('Building the web interface …');
  run('vite', ['build', '-c', join('src', 'web', 'vite.config.ts'), '--logLevel', 'warn']);
});
const cluster = join('scripts', 'make-cluster.js');
unlessDone(join('dist', '.cluster'), lock + stateOf([cluster]), () => {
  console.log('Creating an empty database …');
  run('node', [cluster]);
});
