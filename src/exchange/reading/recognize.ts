import { columnsOf } from './columns.js';
import type { ReadOptions } from './draft.js';
import { isDatenimport, planDatenimport } from './formats/datenimport.js';
import { isStockkarten, planStockkarten } from './formats/stockkarten.js';
import { planTable } from './formats/table.js';
import { isZuchtwerte, planZuchtwerte } from './formats/zuchtwerte.js';
import type { Plan } from './plan.js';

/**
 * Tells the format by the columns and plans how its rows are read. `written` are the headers as the file has them.
 * Throws `UnreadableFile` for a mapping that does not fit and for a table in which no column names a queen.
 */
export function recognize(headers: readonly string[], written: readonly string[], options: ReadOptions): Plan {
  const columns = columnsOf(headers, written, options.mapping);
  if (isDatenimport(columns)) return planDatenimport(columns);
  if (isStockkarten(columns)) return planStockkarten(columns);
  if (isZuchtwerte(columns)) return planZuchtwerte(columns);
  return planTable(columns, options.generation);
}
