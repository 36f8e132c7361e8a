import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Calls `work` with a built checkout of `revision`, and with true if its migrations, and therefore its tables, are
 * those of the working tree.
 * @param revision if absent, `work` is called without a checkout
 */
export async function withCheckout(revision, work) {
  if (!revision) return work();
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-before-'));
  const checkout = join(folder, 'checkout');
  git('worktree', 'add', '--detach', checkout, revision);
  try {
    if (isUnchanged(revision, 'package-lock.json')) execFileSync('cp', ['-al', join(root, 'node_modules'), checkout]);
    execFileSync(process.execPath, ['scripts/prepare.js'], { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
    await work(checkout, isUnchanged(revision, 'migrations'));
  } finally {
    git('worktree', 'remove', '--force', checkout);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a path has the same contents in the revision and in the working tree. */
function isUnchanged(revision, path) {
  try {
    git('diff', '--quiet', revision, '--', path);
    return git('ls-files', '--others', '--exclude-standard', '--', path) === '';
  } catch {
    return false;
  }
}
