import { UsageError, type Command } from './command.js';
import { countWithNoun, backupSummary } from './backup-summary.js';

export const restore: Command = {
  summary: 'replace the database with a backup',
  help: `Usage: queenbook restore FILE [--replace] [--check]

Replaces the contents of the database (of DATABASE_URL, otherwise the embedded database in DATA_DIR) with the backup in
FILE. If the restore fails, nothing is changed. The file is verified before anything is changed. Afterwards, the row count and checksum of
each table are compared with the backup. Backups of older versions are migrated. Stop the service first.

--replace  replace a database that has accounts
--check    only verify the file and that this version can restore it

Data that was deleted after the backup exists again, and API keys that were revoked after it are valid again.

Examples:
  queenbook restore /var/backups/queenbook-monday.zip --check
  DATABASE_URL=postgres://queenbook@db/queenbook SESSION_SECRET=… queenbook restore queenbook-monday.zip --replace`,
  options: { replace: { type: 'boolean' }, check: { type: 'boolean' } },
  positionals: true,
  async run({ positionals, values, config }) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) {
      const about = file === undefined ? 'FILE is missing' : `Only one FILE is allowed, but there is also "${more[0]}"`;
      throw new UsageError(`${about}. See "queenbook restore --help".`);
    }
    const checkOnly = values.check === true;
    const { restore: restoreBackup } = await import('../backups/restore.js');
    const manifest = await restoreBackup(config(), file, { replace: values.replace === true, checkOnly });
    const data = { file, restored: !checkOnly, ...backupSummary(manifest) };
    const holds = `${countWithNoun(data.rows, 'row')} of ${countWithNoun(data.accounts, 'account')}, written at ${data.made_at}`;
    return { lines: [checkOnly ? `${file} is valid: ${holds}.` : `Restored ${holds}. All checksums match.`], data };
  },
};
