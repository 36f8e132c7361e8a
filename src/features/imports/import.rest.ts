import { selection, toRest, type Members } from '../../rest/members.js';
import type { Finding } from './reading/draft.js';
import { FINDINGS, LEFT_OUT_MEMBERS, REVIEW_MEMBERS } from './review/review.rest.js';

/** Counts of an import. */
export const COUNTS = {
  queens: 'queens',
  evaluations: 'evaluations',
  apiaries: 'apiaries',
  hives: 'hives',
  breeding_values: 'breedingValues',
} as const satisfies Members;

/** Members that precede the counts in the response. */
export const IMPORT_MEMBERS = {
  id: 'id',
  status: 'status',
  format: 'format',
  filename: 'filename',
  sheet: 'sheet',
  sheets: 'sheets',
  encoding: 'encoding',
  header_row: 'headerRow',
  dry_run: 'dryRun',
  rows: 'rows',
  done: 'done',
} as const satisfies Members;

export const IMPORT_END_MEMBERS = {
  error_count: 'errorCount',
  warning_count: 'warningCount',
  created_at: 'createdAt',
  started_at: 'startedAt',
  finished_at: 'finishedAt',
  undone_at: 'undoneAt',
} as const satisfies Members;

export interface ImportData {
  created: object;
  updated: object;
  unchanged: object;
  /** Lists of imports do not have the members from here to `warnings`. */
  choices?: object | null;
  review?: object | null;
  leftOut?: object;
  namedOnly?: object | null;
  errors?: Finding[];
  warnings?: Finding[];
  /** `samples` is undefined if the caller may not read the column's resource. */
  columns: { header: string; field: string | null; samples?: string[] }[];
}

/** A field that a column can be mapped to. */
export const IMPORT_FIELD_MEMBERS = {
  name: 'name',
  alias: 'alias',
  group: 'group',
  title: 'title',
  description: 'description',
  headers: 'headers',
} as const satisfies Members;

/** Members of a column. */
export const COLUMN_MEMBERS = { header: 'header', field: 'field', samples: 'samples' } as const satisfies Members;

const NAMED_QUEEN_MEMBERS = { called: 'called', row: 'row', column: 'column' } as const satisfies Members;

const counts = selection(COUNTS);

export const IMPORT_FIELDS = `
  ${selection(IMPORT_MEMBERS)} ${selection(IMPORT_END_MEMBERS)} columns { ${selection(COLUMN_MEMBERS)} }
  created { ${counts} } updated { ${counts} } unchanged { ${counts} }`;
export const IMPORT_DETAIL_FIELDS = `${IMPORT_FIELDS}  choices
  review { ${selection(REVIEW_MEMBERS)} } leftOut { ${selection(LEFT_OUT_MEMBERS)} }
  namedOnly { count queens { ${selection(NAMED_QUEEN_MEMBERS)} } } ${FINDINGS}`;

/** REST representation of an import. */
export function importBody(row: ImportData): Record<string, unknown> {
  return {
    ...toRest(IMPORT_MEMBERS, row),
    created: toRest(COUNTS, row.created),
    updated: toRest(COUNTS, row.updated),
    unchanged: toRest(COUNTS, row.unchanged),
    choices: row.choices,
    ...('review' in row && { review: row.review && toRest(REVIEW_MEMBERS, row.review) }),
    left_out: row.leftOut,
    named_only: row.namedOnly,
    errors: row.errors,
    warnings: row.warnings,
    columns: row.columns,
    ...toRest(IMPORT_END_MEMBERS, row),
  };
}
