import { sql } from 'kysely';
import type { Em } from '../../../db/orm.js';
import type { ImportKey } from '../findings.js';
import { isFileStored } from '../stored-file.js';
import type { Decisions } from '../decisions.checks.js';
import { checkContradictions } from './contradictions.js';
import { splitByDam } from './split-by-dam.js';
import { linkFamilies } from './family.js';
import { collectFacts } from './facts.js';
import { checkLineage } from './lineage.js';
import { applyInTransaction, type TransactionOptions, type ApplyResult } from './apply-in-transaction.js';
import { addNearMatchWarnings } from './near-matches.js';
import { countOutcome, findNamedOnly, markChangedRows, saveRows } from './outcome.js';
import { saveReview } from '../review/save-review.js';
import { saveStagedCells } from '../review/save-rows.js';
import { setAsideKnownFile } from './known-file.js';
import { chooseNamesakes, findNamesakes } from './namesakes.js';
import { findPlaces } from './places.js';
import { findReferences } from './references.js';
import { analyze, emptyTempTables, type Scope } from './scope.js';
import { findSubjects } from './subjects.js';
import { collectEvaluations } from './evaluations.js';
import { collectBreedingValues, writeBreedingValues } from './breeding-values.js';
import { writeAll } from './write.js';

export interface ApplyOptions extends TransactionOptions {
  format: string;
  rows: number;
  isOwn: boolean;
  decisions: Decisions;
  /** Returns the header of the column from which this member of a draft was read. */
  headerOf: (member: string) => string | null;
  /** Called after each step, and before the changes are written, with the finished fraction of the work. */
  progress: (fraction: number) => Promise<void>;
}

const STEPS = [
  findSubjects,
  setAsideKnownFile,
  findNamesakes,
  findReferences,
  chooseNamesakes,
  splitByDam,
  collectFacts,
  checkContradictions,
  addNearMatchWarnings,
  linkFamilies,
  checkLineage,
  findPlaces,
  collectEvaluations,
];
/** Number of steps, with the collection of breeding values, the write and the end of the import. */
const ALL_STEPS = STEPS.length + 3;

/**
 * Applies all staged rows to the account, or none if a row has an error or the import is a dry run. Each step runs a
 * few statements over all rows, so that this process does not keep the rows in memory.
 * @returns the result; undefined if the import had already ended
 */
export function applyImport(em: Em, key: ImportKey, options: ApplyOptions): Promise<ApplyResult | undefined> {
  return applyInTransaction(em, key, options, async (db) => {
    const scope: Scope = {
      ...key,
      db,
      rows: options.rows,
      emptyTables: await emptyTempTables(db),
      rowsAreVisits: options.format === 'stockkarten',
      isOwn: options.isOwn,
      decisions: options.decisions,
    };
    const joined = ['account_id', 'import_id', 'row', 'external_id', 'name', 'mother', 'father', 'mated_to', 'year'];
    await analyze(scope, 'import_draft', ...joined);
    // After a failed import, the breeder can review a stored file and make decisions, so its cells are also saved.
    const isReviewed = options.dryRun || (await isStored(scope));
    if (isReviewed) await saveStagedCells(scope);
    for (const [index, step] of STEPS.entries()) {
      await step(scope);
      await options.progress((index + 1) / ALL_STEPS);
    }
    const values = await collectBreedingValues(scope);
    await markChangedRows(scope);
    return {
      count: async () => ({
        ...(await countOutcome(scope, values)),
        namedOnly: await findNamedOnly(scope, options.headerOf),
      }),
      review: isReviewed ? () => saveReview(scope, values.created > 0, options.headerOf) : undefined,
      async write() {
        await options.progress((STEPS.length + 1) / ALL_STEPS);
        await writeAll(scope);
        await writeBreedingValues(scope, values);
        await saveRows(scope);
      },
    };
  });
}

async function isStored(scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ isStored: boolean }>`select ${isFileStored(scope)} as "isStored"`.execute(scope.db);
  return rows[0]?.isStored ?? false;
}
