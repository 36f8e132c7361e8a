// Runs the tests with V8's coverage, and reports the lines of the service that the tests execute.
// `npm run test:coverage -- NAME` runs only test files with NAME in their path.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'queenbook-coverage-'));
const env = { ...process.env, QUEENBOOK_COVERAGE: folder };
const { status } = spawnSync('npm', ['test', '--', ...process.argv.slice(2)], { stdio: 'inherit', env });
const options = ['--all', '--src', 'dist/src', '--include', 'dist/src/**', '--exclude', 'dist/src/web/**'];
spawnSync('c8', ['report', '--temp-directory', folder, ...options], { stdio: 'inherit' });
rmSync(folder, { recursive: true });
process.exit(status ?? 1);
