import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../core/command-error.js';
import { UsageError, type Command } from './command.js';
import { requireDatabase } from './run-work.js';
import { countWithNoun, backupSummary } from './backup-summary.js';

export const backup: Command = {
  summary: 'write a backup of the database to a file',
  help: `Usage: queenbook backup [FILE] [--portable]

Writes a consistent snapshot of the database to FILE, and then verifies the file. Without FILE, the file name contains
the current time. If FILE is "-", the backup is written to standard output. Existing files are never overwritten. The
service can keep running. If the service has an embedded database open, the service writes the backup, and other
requests wait until the backup is complete.

For a PostgreSQL server, pg_dump writes the backup. pg_dump must be installed and must not be older than the server.
With --portable, and always for an embedded database, rows are written as text. Such a file can be restored into either
kind of database and any supported version of PostgreSQL, but the restore takes longer.

The file contains all accounts, with their password hashes, sessions, API keys and data. Protect the file like the
database. The file contains neither SESSION_SECRET nor the file session-secret in DATA_DIR. If this secret is lost,
users must sign in again after a restore.

Examples:
  queenbook backup /var/backups/queenbook-monday.zip
  queenbook backup - | ssh other 'cat > queenbook.zip'`,
  options: { portable: { type: 'boolean' } },
  positionals: true,
  async run({ positionals, values, config: read }) {
    const [path = `queenbook-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.zip`, ...more] = positionals;
    if (more.length > 0)
      throw new UsageError(`Only one FILE is allowed, but there is also "${more[0]}". See "queenbook backup --help".`);
    const config = requireDatabase(read());
    if (path !== '-' && existsSync(path)) throw new CommandError(`${path} already exists.`);
    const part = `${path === '-' ? join(tmpdir(), 'queenbook') : path}.${randomUUID()}.part`;
    const [{ makeBackup }, { openArchive }, { renameToNew }] = await Promise.all([
      import('./work/backup.js'),
      import('../backups/archive.js'),
      import('../backups/new-file.js'),
    ]);
    const stopListening = removeIfInterrupted(part);
    try {
      await makeBackup(config, part, values.portable === true);
      const { manifest, close } = await openArchive(part);
      close();
      if (path !== '-') await renameToNew(part, path);
      const data = { file: path, ...backupSummary(manifest) };
      const lines = [
        `Backup written to ${path}: ${countWithNoun(data.rows, 'row')} of ${countWithNoun(data.accounts, 'account')}.`,
      ];
      return { lines, data, ...(path === '-' && { file: part }) };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      stopListening();
    }
  },
};

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes the file if a signal ends this process. @returns a function that stops listening for signals */
function removeIfInterrupted(path: string): () => void {
  const removeAndEnd = (signal: NodeJS.Signals) => {
    rmSync(path, { force: true });
    stopListening();
    // Without a listener, the signal ends the process, so that the caller sees the signal as the cause.
    process.kill(process.pid, signal);
  };
  const stopListening = () => {
    for (const signal of INTERRUPTIONS) process.off(signal, removeAndEnd);
  };
  for (const signal of INTERRUPTIONS) process.on(signal, removeAndEnd);
  return stopListening;
}
