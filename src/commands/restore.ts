import { UsageError, type Command } from './command.js';
import { countWithNoun, backupSummary } from './backup-summary.js';

export const restore: Command = {
  summary: 'put a backup in place of what the database holds',
  help: `Usage: queenbook restore FILE [--replace] [--check]

Puts the backup in FILE in place of what the database of DATABASE_URL holds, or else the embedded one in DATA_DIR: all
of it, or nothing. The file is read to its end before anything is touched; what was written is compared with it at the
end, row counts and checksums of each table; and a backup of an older version is brought up to date. Stop the service
before.

--replace  take away accounts that are there, which is refused else
--check    only see whether the file is whole and of a version that this program knows

What was deleted since the backup was made is there again, and keys that were revoked since are good again.

Examples:
  queenbook restore /var/backups/queenbook-monday.zip --check
  DATABASE_URL=postgres://queenbook@db/queenbook SESSION_SECRET=… queenbook restore queenbook-monday.zip --replace`,
  options: { replace: { type: 'boolean' }, check: { type: 'boolean' } },
  positionals: true,
  async run({ positionals, values, config }) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) {
      const about = file === undefined ? 'Say the file of the backup' : `Say one file, without "${more[0]}"`;
      throw new UsageError(`${about}. See "queenbook restore --help".`);
    }
    const trial = values.check === true;
    const { restore: putBack } = await import('../backups/restore.js');
    const manifest = await putBack(config(), file, { replace: values.replace === true, trial });
    const data = { file, restored: !trial, ...backupSummary(manifest) };
    const holds = `${countWithNoun(data.rows, 'row')} of ${countWithNoun(data.accounts, 'account')}, as of ${data.made_at}`;
    return { lines: [trial ? `${file} is whole: ${holds}.` : `Restored ${holds}. All tables are as they were.`], data };
  },
};
