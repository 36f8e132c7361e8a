import { knownFields } from '../columns.js';
import type { Columns } from '../columns.js';
import { NamesNoQueen, NoTable } from '../no-table.js';
import type { ReadOptions } from '../draft.js';
import { finishEvaluation, needsQueen, supposeBirth } from '../finish.js';
import type { FieldName } from '../known-words.js';
import type { Plan } from '../plan.js';
import { PlanBuilder, rank } from '../plan-builder.js';
import { RELIABILITY_FIELDS } from '../traits.js';

/** Files of an export that describe no queens, by the headers that they begin with. */
const OTHER_TABLES: Record<string, string> = {
  'apiaries.csv': 'id,name,latitude,longitude',
  'hives.csv': 'id,apiary_id,name,type,queen_id',
  'imports.csv': 'id,format,filename,sheet',
  'ebv_runs.csv': 'id,status,source,method',
  'breeding_values.csv': 'run_id,queen_id,trait,entity_type',
  'index_weights.csv': 'trait,weight',
};

/** Any other table: a row is a queen, known by words of its headers or by the mapping; perhaps with an evaluation. */
export function planTable(
  columns: Columns,
  { generation, evalYear }: Pick<ReadOptions, 'generation' | 'evalYear'>,
): Plan {
  refuseOtherTables(columns.headers);
  const own = isOwn(columns.headers);
  const plan = new PlanBuilder('table', columns, own);
  plan.then(({ draft }) => (draft.supposed_generation = generation ?? 'F0'));
  for (const [column, field] of fieldsInOrder(columns)) plan.column(field, column);
  plan.mapped();
  const queen = plan.telling('external_id', 'queen_name');
  if (queen.length === 0) throw new NamesNoQueen(whyNot(columns.headers), plan.build().fields);
  return (
    plan
      // Where this service left a birth empty, it is not known.
      .then((row) => own || supposeBirth(row))
      .then(needsQueen(queen))
      .then(
        finishEvaluation({
          year: plan.telling('eval_year', 'evaluated_on'),
          evalYear,
          hyg24h: plan.telling('hyg24_cleaned')[0],
        }),
      )
      .build()
  );
}

/** Their names and ids are of other things than queens, though words of `breeding.md` 5 are the same. */
function refuseOtherTables(headers: readonly string[]): void {
  const [file] = Object.entries(OTHER_TABLES).find(([, start]) => `${headers.join()},`.startsWith(`${start},`)) ?? [];
  if (file === undefined) return;
  throw new NoTable(
    `This is ${file} of an export, which describes no queens: import the ZIP as a whole, or queens.csv and evaluations.csv from it.`,
  );
}

/** Whether this service wrote the file: a row begins with its id and names a queen, and headers are REST's own words to the letter. */
export function isOwn(headers: readonly string[]): boolean {
  const namesQueen = headers.some((header) => header === 'queen_name' || header === 'queen_id');
  return headers[0] === 'id' && namesQueen && headers.every((header) => /^[a-z][a-z0-9_]*$/.test(header));
}

/** The columns known by their headers in the order in which fields are read; mapped ones come later, over them. */
export function fieldsInOrder(columns: Columns): [number, FieldName][] {
  const known = [...knownFields(columns)] as [number, FieldName][];
  return known
    .filter(([column, field]) => !columns.mapped.has(column) && !RELIABILITY_FIELDS.has(field))
    .toSorted(([, one], [, other]) => rank(one) - rank(other));
}

function whyNot(headers: readonly string[]): string {
  const there = headers.slice(0, 20).map((header) => `"${header.trim().slice(0, 60)}"`);
  if (headers.length > there.length) there.push('…');
  return (
    `No column names the queen: the first row has ${there.join(', ')}. Known are queen_name, external_id and words such as ` +
    'name, queen, studbook number, Königin, Zuchtbuchnummer, reine, numéro, regina, codice, koningin, stamboeknummer, matka, numer; ' +
    'or map a column to queen_name or external_id.'
  );
}
