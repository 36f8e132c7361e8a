import type { Columns } from './columns.js';
import type { ReadOptions } from './draft.js';
import { isDatenimport, planDatenimport } from './formats/datenimport.js';
import { isStockkarten, planStockkarten } from './formats/stockkarten.js';
import { planTable } from './formats/table.js';
import { planZuchtwerte, valueColumns } from './formats/zuchtwerte.js';
import type { Plan } from './plan.js';
import type { Survey } from './survey.js';

/**
 * Recognizes the format by the columns and plans how the rows are read.
 * @throws {UnreadableFile} if the mapping does not fit the file, or if no column identifies queens
 */
export function recognize(columns: Columns, survey: Survey, options: ReadOptions): Plan {
  if (isDatenimport(columns)) return planDatenimport(columns);
  if (isStockkarten(columns)) return planStockkarten(columns);
  const values = valueColumns(columns, survey);
  return values.length > 0 ? planZuchtwerte(columns, values, options) : planTable(columns, options);
}
