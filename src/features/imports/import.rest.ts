import { selection, toRest, type Members } from '../../rest/members.js';
import type { Finding } from './reading/draft.js';

/** What an import counts. */
export const COUNTS = {
  queens: 'queens',
  evaluations: 'evaluations',
  apiaries: 'apiaries',
  hives: 'hives',
  breeding_values: 'breedingValues',
} as const satisfies Members;

/** What stands before the counts in an answer, and after the columns. */
export const IMPORT_BEFORE = {
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

export const IMPORT_AFTER = {
  error_count: 'errorCount',
  warning_count: 'warningCount',
  created_at: 'createdAt',
  started_at: 'startedAt',
  finished_at: 'finishedAt',
  undone_at: 'undoneAt',
} as const satisfies Members;

export interface ImportRow {
  created: object;
  updated: object;
  unchanged: object;
  /** Of one import only, not in lists. */
  errors?: Finding[];
  warnings?: Finding[];
  /** `samples` is undefined where the caller may not read what the column belongs to. */
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

/** What a column is told by. */
export const COLUMN_MEMBERS = { header: 'header', field: 'field', samples: 'samples' } as const satisfies Members;

const counts = selection(COUNTS);

const FINDING = 'row column message code params';

export const IMPORT_FIELDS = `
  ${selection(IMPORT_BEFORE)} ${selection(IMPORT_AFTER)} columns { ${selection(COLUMN_MEMBERS)} }
  created { ${counts} } updated { ${counts} } unchanged { ${counts} }`;
export const IMPORT_DETAIL_FIELDS = `${IMPORT_FIELDS} errors { ${FINDING} } warnings { ${FINDING} }`;

/** An import as it stands: counts so far, what its columns were taken for, and the faults found in its rows. */
export function importBody(row: ImportRow): Record<string, unknown> {
  return {
    ...toRest(IMPORT_BEFORE, row),
    created: toRest(COUNTS, row.created),
    updated: toRest(COUNTS, row.updated),
    unchanged: toRest(COUNTS, row.unchanged),
    errors: row.errors,
    warnings: row.warnings,
    columns: row.columns,
    ...toRest(IMPORT_AFTER, row),
  };
}
