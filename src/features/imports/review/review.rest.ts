import type { BodyShape } from '../../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../../rest/members.js';
import { DECISION_RULES } from './review.checks.js';

/** Numbers of rows of a checked file: by state, with warnings, and of queens without a row. */
export const REVIEW_MEMBERS = {
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  faulty: 'faulty',
  set_aside: 'setAside',
  skipped: 'skipped',
  doubtful: 'doubtful',
  without_row: 'withoutRow',
} as const satisfies Members;

/** Numbers of rows that the user decided to leave out. */
export const LEFT_OUT_MEMBERS = { rows: 'rows', faulty: 'faulty' } as const satisfies Members;

/** Members of a row of a checked file, except its changes, errors and warnings. */
export const ROW_MEMBERS = {
  row: 'row',
  state: 'state',
  doubtful: 'isDoubtful',
  queen_id: 'queenId',
  found_by: 'foundBy',
  name: 'name',
  identifier: 'identifier',
  cells: 'cells',
  corrections: 'corrections',
} as const satisfies Members;

const CHANGE_MEMBERS = { record: 'record', member: 'member', from: 'from', to: 'to' } as const satisfies Members;

/** The selected errors and warnings of an import, or of a row. */
export const FINDINGS = ['errors', 'warnings'].map((name) => `${name} { row column message code params }`).join(' ');

export const ROW_FIELDS = `${selection(ROW_MEMBERS)} changes { ${selection(CHANGE_MEMBERS)} } ${FINDINGS}`;

export interface RowOfImport {
  changes: object[];
  errors: object[];
  warnings: object[];
}

/** REST representation of a row of a checked file. */
export const rowBody = (row: RowOfImport): Record<string, unknown> => ({
  ...toRest(ROW_MEMBERS, row),
  changes: row.changes,
  errors: row.errors,
  warnings: row.warnings,
});

export const DECISIONS_SHAPE: BodyShape = {
  members: {
    rows: 'rows',
    skip_faulty: 'skipFaulty',
    identifiers: 'identifiers',
    mapping: 'mapping',
    sheet: 'sheet',
    generation: 'generation',
    eval_year: 'evalYear',
    encoding: 'encoding',
    dry_run: 'dryRun',
  },
  rules: DECISION_RULES,
  readOnly: [],
};
