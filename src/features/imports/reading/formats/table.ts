import { cutText } from '../../../../core/storable-text.js';
import { knownFields } from '../columns.js';
import type { Columns } from '../columns.js';
import { NamesNoQueen, NoTable } from '../no-table.js';
import type { ReadOptions } from '../draft.js';
import { finishPlan, supposeBirthDate } from '../finish.js';
import type { FieldName } from '../known-words.js';
import type { Plan } from '../plan.js';
import { PlanBuilder, rank } from '../plan-builder.js';
import { RELIABILITY_FIELDS } from '../traits.js';
import { addHarvests } from './harvests.js';
import { addInspections } from './inspections.js';

/** Files of an export that do not describe queens, with their first headers. */
const OTHER_TABLES: Record<string, string> = {
  'apiaries.csv': 'id,name,latitude,longitude',
  'hives.csv': 'id,apiary_id,name,type,queen_id',
  'imports.csv': 'id,format,filename,sheet',
  'ebv_runs.csv': 'id,status,source,method',
  'breeding_values.csv': 'run_id,queen_id,trait,entity_type',
  'index_weights.csv': 'trait,weight',
};

/**
 * Plan for any other table: a row describes a queen and perhaps an evaluation. Columns are recognized by their headers
 * or mapped.
 */
export function planTable(
  columns: Columns,
  { generation, evalYear }: Pick<ReadOptions, 'generation' | 'evalYear'>,
): Plan {
  refuseOtherTables(columns.headers);
  const own = isQueenbookTable(columns.headers);
  const plan = new PlanBuilder('table', columns, own);
  plan.then(({ draft }) => (draft.supposed_generation = generation ?? 'F0'));
  for (const [column, field] of fieldsInOrder(columns)) plan.column(field, column);
  addHarvests(plan, columns);
  addInspections(plan, columns);
  plan.mapped();
  const queen = plan.columnsOf('external_id', 'queen_name');
  if (queen.length === 0) throw new NamesNoQueen(noQueenMessage(columns.headers), plan.build().fields);
  // In an export of Queenbook, an empty date of birth means unknown.
  if (!own) plan.then(supposeBirthDate);
  return finishPlan(plan, { year: plan.columnsOf('eval_year', 'evaluated_on'), evalYear });
}

/**
 * Rejects tables of an export that do not describe queens. They would otherwise be imported by mistake, because some of
 * their headers also occur in tables of queens.
 */
function refuseOtherTables(headers: readonly string[]): void {
  const [file] = Object.entries(OTHER_TABLES).find(([, start]) => `${headers.join()},`.startsWith(`${start},`)) ?? [];
  if (file === undefined) return;
  throw new NoTable(
    `The table ${file} comes from an export and does not describe queens. Import the whole ZIP file of the export, or its files queens.csv and evaluations.csv.`,
    'export_table',
    file,
  );
}

/**
 * Whether the table is an export of Queenbook: the first column is `id`, a column identifies queens, and all headers
 * have the form of REST names.
 */
export function isQueenbookTable(headers: readonly string[]): boolean {
  const namesQueen = headers.some((header) => header === 'queen_name' || header === 'queen_id');
  return headers[0] === 'id' && namesQueen && headers.every((header) => /^[a-z][a-z0-9_]*$/.test(header));
}

/**
 * Returns the columns with known headers, in the order in which fields are read. Mapped columns are read later and
 * override these columns.
 */
export function fieldsInOrder(columns: Columns): [number, FieldName][] {
  const known = [...knownFields(columns)] as [number, FieldName][];
  return known
    .filter(([column, field]) => !columns.mapped.has(column) && !RELIABILITY_FIELDS.has(field))
    .toSorted(([, one], [, other]) => rank(one) - rank(other));
}

function noQueenMessage(headers: readonly string[]): string {
  const there = headers.slice(0, 20).map((header) => `"${cutText(header.trim(), 60)}"`);
  if (headers.length > there.length) there.push('…');
  return (
    `No column identifies queens: the header has ${there.join(', ')}. Known headers are queen_name, external_id and words such as ` +
    'name, queen, studbook number, Königin, Zuchtbuchnummer, reine, numéro, regina, codice, koningin, stamboeknummer, matka, numer. ' +
    'You can also map a column to queen_name or external_id.'
  );
}
