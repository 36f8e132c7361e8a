import { sql } from 'kysely';
import type { Em } from '../../orm.js';
import type { ImportKey } from '../staging.js';
import { linkFamilies } from './family.js';
import { gatherFacts } from './facts.js';
import { checkLineage } from './lineage.js';
import { applyAtOnce, type Result } from './at-once.js';
import { countOutcome, keepRows } from './outcome.js';
import { setAsideKnownFile } from './known-file.js';
import { findPlaces } from './places.js';
import { findReferences } from './references.js';
import type { Scope } from './scope.js';
import { findSubjects } from './subjects.js';
import { gatherTests } from './tests.js';
import { gatherValues, writeValues } from './values.js';
import { writeAll } from './write.js';

export interface ApplyOptions {
  dryRun: boolean;
  format: string;
  isOwn: boolean;
  /** Called between steps with a fraction from 0 to 1. */
  progress: (fraction: number) => Promise<void>;
}

const STEPS = [
  findSubjects,
  setAsideKnownFile,
  gatherFacts,
  findReferences,
  linkFamilies,
  checkLineage,
  findPlaces,
  gatherTests,
];

/**
 * Brings staged rows into the account: all of them or, where a row is at fault or the run is dry, none. Every step is
 * one of a few statements over all rows at once, so that memory does not grow with the file.
 * @returns undefined where another process is at it already
 */
export function applyImport(em: Em, key: ImportKey, options: ApplyOptions): Promise<Result | undefined> {
  return applyAtOnce(em, key, options.dryRun, async (db) => {
    const scope: Scope = {
      ...key,
      db,
      visits: options.format === 'stockkarten',
      isOwn: options.isOwn,
    };
    await sql`analyze import_draft (account_id, import_id, "row", external_id, name, mother, father, mated_to, year)`.execute(
      db,
    );
    for (const [index, step] of STEPS.entries()) {
      await step(scope);
      await options.progress((index + 1) / (STEPS.length + 3));
    }
    const values = await gatherValues(scope);
    return {
      count: () => countOutcome(scope, values),
      async write() {
        await options.progress(0.8);
        await writeAll(scope);
        await writeValues(scope, values);
        await keepRows(scope);
      },
    };
  });
}
