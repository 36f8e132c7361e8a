import type { Em } from '../../../db/orm.js';
import type { ImportKey } from '../findings.js';
import type { Decisions } from '../decisions.checks.js';
import { checkContradictions } from './contradictions.js';
import { splitByDam } from './split-by-dam.js';
import { linkFamilies } from './family.js';
import { gatherFacts } from './facts.js';
import { checkLineage } from './lineage.js';
import { applyAtOnce, type AtOnceOptions, type Result } from './at-once.js';
import { warnOfNearMatches } from './near-matches.js';
import { countOutcome, keepRows } from './outcome.js';
import { setAsideKnownFile } from './known-file.js';
import { findPlaces } from './places.js';
import { findReferences } from './references.js';
import { analyze, type Scope } from './scope.js';
import { findSubjects } from './subjects.js';
import { gatherTests } from './tests.js';
import { gatherValues, writeValues } from './values.js';
import { writeAll } from './write.js';

export interface ApplyOptions extends AtOnceOptions {
  format: string;
  rows: number;
  isOwn: boolean;
  decisions: Decisions;
  /** Called between steps with a fraction from 0 to 1. */
  progress: (fraction: number) => Promise<void>;
}

const STEPS = [
  findSubjects,
  setAsideKnownFile,
  findReferences,
  splitByDam,
  gatherFacts,
  checkContradictions,
  warnOfNearMatches,
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
  return applyAtOnce(em, key, options, async (db) => {
    const scope: Scope = {
      ...key,
      db,
      rows: options.rows,
      visits: options.format === 'stockkarten',
      isOwn: options.isOwn,
      decisions: options.decisions,
    };
    const joined = ['account_id', 'import_id', 'row', 'external_id', 'name', 'mother', 'father', 'mated_to', 'year'];
    await analyze(scope, 'import_draft', ...joined);
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
