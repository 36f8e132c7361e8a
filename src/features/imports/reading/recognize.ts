import type { Columns } from './columns.js';
import type { ReadOptions } from './draft.js';
import { isDatenimport, planDatenimport } from './formats/datenimport.js';
import { isStockkarten, planStockkarten } from './formats/stockkarten.js';
import { planTable } from './formats/table.js';
import { planZuchtwerte, valueColumns } from './formats/zuchtwerte.js';
import type { Plan } from './plan.js';
import type { Survey } from './survey.js';

/**
 * Tells the format by the columns and plans how its rows are read.
 * Throws `UnreadableFile` for a mapping that does not fit and for a table in which no column names a queen.
 */
export function recognize(columns: Columns, survey: Survey, options: ReadOptions): Plan {
  if (isDatenimport(columns)) return planDatenimport(columns);
  if (isStockkarten(columns)) return planStockkarten(columns);
  const values = valueColumns(columns, survey);
  return values.length > 0 ? planZuchtwerte(columns, values, options) : planTable(columns, options);
}
