// Prepares a checkout: installs the locked dependencies and builds changed files. It runs before `npm start` and
// `npm test`, with any version of Node. It has no dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const bin = join(root, 'node_modules', '.bin');

/** Runs a command. Returns whether it succeeded. If not, it becomes the exit code of this script. */
async function run(command, args) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const result = await new Promise((resolve) => child.on('error', resolve).on('exit', resolve));
  if (result === 0) return true;
  console.error(`"${[command, ...args].join(' ')}" failed${result instanceof Error ? `: ${result.message}` : ''}`);
  process.exitCode = typeof result === 'number' ? result : 1;
  return false;
}

/** Does the work and, if it succeeds, writes `state` to the file `stamp`, unless this file already contains `state`. */
async function unlessDone(stamp, state, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  if (await work()) writeFileSync(stamp, state);
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
await unlessDone(join('node_modules', '.installed'), lock, () => {
  console.log('Installing dependencies …');
  return run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
});
if (process.exitCode) process.exit();

mkdirSync('dist', { recursive: true });
const all = ['src', 'migrations'].flatMap((folder) => [...files(folder)]);
const isBrowserCode = (path) => path.startsWith(join('src', 'web'));
const server = all.filter((path) => !isBrowserCode(path)).concat('tsconfig.json');
const shared = ['traits.ts', 'trait-table.ts'].map((name) => join('src', 'core', name));
const pages = all.filter((path) => isBrowserCode(path) || shared.includes(path));
const cluster = join('scripts', 'make-cluster.js');
// These programs use one core each, so they run at the same time.
await Promise.all([
  unlessDone(join('dist', '.server'), lock + stateOf(server), () => {
    console.log('Building the service …');
    return run('tsc', ['--build']);
  }),
  unlessDone(join('dist', '.web'), lock + stateOf(pages), () => {
    console.log('Building the web interface …');
    return run('vite', ['build', '-c', join('src', 'web', 'vite.config.ts'), '--logLevel', 'warn']);
  }),
  unlessDone(join('dist', '.cluster'), lock + stateOf([cluster]), () => {
    console.log('Creating an empty database …');
    return run('node', [cluster]);
  }),
]);
