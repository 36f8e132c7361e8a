import { UsageError, type Command } from './command.js';
import { countWithNoun, backupSummary } from './backup-summary.js';

export const restore: Command = {
  summary: 'replace the database with a backup',
  help: `Usage: queenbook restore FILE [--replace] [--check]

Restores the backup in FILE. The backup replaces the database of DATABASE_URL or, if this is not set, the embedded
database in DATA_DIR. If the restore fails, the database is unchanged. The file is verified before the restore. Then the
row count and checksum of each table are compared with the backup. Backups of older versions are migrated. Stop the
service first.

--replace  also replace a database that has accounts
--check    only verify the file, and check that this version can restore it

After the restore, data that was deleted since the backup exists again, and API keys that were revoked since the backup
are valid again.

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
    const contents = `${countWithNoun(data.rows, 'row')} of ${countWithNoun(data.accounts, 'account')}, written at ${data.made_at}`;
    return {
      lines: [checkOnly ? `${file} is valid: ${contents}.` : `Restored ${contents}. All checksums match.`],
      data,
    };
  },
};
