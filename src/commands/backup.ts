import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../core/command-error.js';
import { UsageError, type Command } from './command.js';
import { requireDatabase } from './run-work.js';
import { countWithNoun, backupSummary } from './backup-summary.js';

export const backup: Command = {
  summary: 'keep all that the database holds in a file',
  help: `Usage: queenbook backup [FILE] [--portable]

Writes all that the database holds into FILE, as one moment shows it, and reads the file again to see that it is whole.
Without FILE it is named by the time, in this folder; "-" writes to standard output. A file that is there is never
written over. It may be made while the service runs: an embedded database is written by the service, which keeps other
requests waiting meanwhile.

On a server pg_dump makes the backup, which must be installed and not older than the server. With --portable rows are
written as text, as always from an embedded database: such a file can be restored into either database and any version
of PostgreSQL, and takes longer.

What is in it: accounts with hashes of passwords, sessions and keys, and all of their rows. Keep it as safe as the
database. What is not: SESSION_SECRET, or the file session-secret in DATA_DIR, without which people sign in again.

Examples:
  queenbook backup /var/backups/queenbook-monday.zip
  queenbook backup - | ssh other 'cat > queenbook.zip'`,
  options: { portable: { type: 'boolean' } },
  positionals: true,
  async run({ positionals, values, config: read }) {
    const [given = `queenbook-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.zip`, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`Say one file, without "${more[0]}". See "queenbook backup --help".`);
    const config = requireDatabase(read());
    if (given !== '-' && existsSync(given)) throw new CommandError(`${given} exists, and is not written over.`);
    const part = given === '-' ? join(tmpdir(), `queenbook-${process.pid}.zip`) : `${given}.part`;
    const [{ makeBackup }, { openArchive }] = await Promise.all([
      import('./work/backup.js'),
      import('../backups/archive.js'),
    ]);
    try {
      await makeBackup(config, part, values.portable === true);
      const { manifest, close } = await openArchive(part);
      close();
      if (given !== '-') await rename(part, given);
      const data = { file: given, ...backupSummary(manifest) };
      const lines = [
        `Backup written to ${given}: ${countWithNoun(data.rows, 'row')} of ${countWithNoun(data.accounts, 'account')}.`,
      ];
      return { lines, data, ...(given === '-' && { file: part }) };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  },
};
