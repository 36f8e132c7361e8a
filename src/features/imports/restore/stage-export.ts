import { sql, type Kysely } from 'kysely';
import type { Requirement } from '../../../auth/permissions.js';
import type { Services } from '../../../graphql/context.js';
import { invalid, ServiceError } from '../../../core/errors.js';
import { copyLine } from '../copy-text.js';
import { OPTION_FIELDS, type ImportOptions } from '../import-options.js';
import { FORMAT } from '../portable/document.js';
import { stageImport } from '../stage-file.js';
import { saveFindings } from '../findings.js';
import type { ImportKey } from '../findings.js';
import { startCopy, type Stage } from '../staging.js';
import { readExport, type RestoreBatch } from './read-export.js';

const COPY = 'copy restore_row (account_id, import_id, section, line, id, old_id, data) from';

/** Tables that must have no rows of the account before a restore. */
const TABLES_TO_BE_EMPTY = ['queen', 'evaluation', 'apiary', 'hive', 'ebv_run'];

export const NOT_EMPTY =
  'A complete export can only be imported into an account without queens, evaluations, apiaries, hives and runs. ' +
  'To add the data of the export to this account, import its files queens.csv and evaluations.csv.';

/**
 * Stages an export and creates an import, which a job applies later.
 * @param check called with the permission that a row needs, before the row is stored; may throw
 * @throws {UnreadableFile}
 * @throws {ServiceError} `conflict` if the account is not empty, `validation_failed` for options that only other files
 * may have
 */
export async function stageExport(
  services: Pick<Services, 'orm'>,
  accountId: string,
  path: string,
  options: ImportOptions,
  check: (needed: Requirement) => void,
): Promise<ImportKey> {
  const { database } = services.orm;
  refuseOptions(options);
  if (!(await isEmpty(database.inRole(accountId), accountId))) {
    throw new ServiceError('conflict', NOT_EMPTY, {
      errors: [{ path: '', message: NOT_EMPTY, code: 'account_not_empty' }],
    });
  }
  return stageImport<RestoreBatch>(
    services,
    accountId,
    options,
    (key) => openStage(services, key),
    async ({ head, batch }) => {
      await head({ format: FORMAT, sheet: null, sheets: [], headers: [], columns: [] });
      const batches = readExport(path, ({ resource }) => check({ resource, level: 'write' }));
      for await (const some of batches) await batch(some);
    },
  );
}

/** Whether the account has no rows that could conflict with an export. */
export async function isEmpty(db: Kysely<unknown>, accountId: string): Promise<boolean> {
  const found = await sql`
    select 1 where ${sql.join(
      TABLES_TO_BE_EMPTY.map(
        (table) => sql`exists (select from ${sql.table(table)} where account_id = ${accountId}::uuid)`,
      ),
      sql` or `,
    )}`.execute(db);
  return found.rows.length === 0;
}

function refuseOptions({ reading }: ImportOptions): void {
  const used = Object.entries({ ...reading, eval_year: reading.evalYear })
    .filter(([option, value]) => (OPTION_FIELDS as readonly string[]).includes(option) && value !== undefined)
    .map(([option]) => option);
  if (used.length > 0) {
    throw invalid(
      used.map((path) => ({
        path,
        message: 'cannot be used with an export of Queenbook',
        code: 'not_for_exports' as const,
      })),
    );
  }
}

async function openStage({ orm }: Pick<Services, 'orm'>, key: ImportKey): Promise<Stage<RestoreBatch>> {
  const { accountId, importId } = key;
  const copy = await startCopy(orm.database, COPY);
  return {
    async write({ staged, errors }) {
      await saveFindings(orm.database.kysely, key, errors, false);
      const lines = staged.map(({ section, line, id, oldId, data }) =>
        copyLine([accountId, importId, section, line, id, oldId, data]),
      );
      await copy.write(lines.join(''));
    },
    end: copy.end,
    abort: copy.abort,
  };
}
