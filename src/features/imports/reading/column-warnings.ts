import type { FaultCode } from '../../../core/fault-codes.js';
import { cleanText } from './cells/clean-text.js';
import { isMissingValue } from './cells/missing.js';
import { columnsInOtherUnits, columnsOfYears, damColumn, unusedColumns } from './columns.js';
import type { Columns } from './columns.js';
import type { Draft } from './draft.js';
import { FIELDS } from './fields.js';
import { isBreedingValueHeader } from './formats/trait-columns.js';
import { nearTraits } from './partial-headers.js';
import type { Plan } from './plan.js';

/** A warning about a column. The parameters are those of the code (see `FaultCode`). */
export interface ColumnWarning {
  column: number;
  code: FaultCode;
  message: string;
  params?: Record<string, unknown>;
}

/**
 * Returns warnings about columns that are not read although they probably contain data of queens, at most one for each
 * column, and about a column that is read as the dam.
 * @param samples values of each column
 */
export function columnWarnings(columns: Columns, plan: Plan, samples: readonly string[][]): ColumnWarning[] {
  const { headers } = columns;
  const { fields } = plan;
  const isTable = plan.format === 'table' && !plan.isOwn;
  const unread: ColumnWarning[] = [
    ...columnsInOtherUnits(columns).map((column) => ({
      column,
      code: 'other_unit' as const,
      message: 'is not read, because its unit or scale is not that of the trait; map the column if this is wrong',
    })),
    ...columnsOfYears(columns).map((column) => ({
      column,
      code: 'year_in_header' as const,
      message:
        'is not read, because its header contains a year; map it to the trait, set eval_year, and import the file once for each year',
    })),
    ...(isTable ? unusedColumns(columns) : []).map(([column, taken]) => ({
      column,
      code: 'second_column' as const,
      message: `is not read, because "${headers[taken]}" is read as ${fields[taken]}; map the columns if this is wrong`,
      params: { taken: headers[taken], field: fields[taken] },
    })),
    ...(isTable ? possibleTraits(columns, samples) : []).map((column) => ({
      column,
      code: 'possible_trait' as const,
      message:
        'is not read, although its header contains a word for a trait; map the column if it contains the results',
    })),
  ];
  const warnings: ColumnWarning[] = [];
  const warned = new Set<number>();
  for (const warning of unread) {
    if (fields[warning.column] !== null || warned.has(warning.column)) continue;
    warned.add(warning.column);
    warnings.push(warning);
  }
  const dam = damColumn(columns);
  if (dam !== undefined && fields[dam] === 'mother') {
    const message = 'is read as mother, because another column identifies the queens; map the columns if this is wrong';
    warnings.push({ column: dam, code: 'read_as_dam', message });
  }
  return warnings;
}

/**
 * Returns the columns whose headers contain words for traits, and whose samples are all valid values of one of these
 * traits.
 */
function possibleTraits({ headers, folded, mapped }: Columns, samples: readonly string[][]): number[] {
  return [...headers.keys()].filter((column) => {
    if (mapped.has(column) || isBreedingValueHeader(headers[column] ?? '')) return false;
    const values = (samples[column] ?? []).map(cleanText).filter((text) => text !== '' && !isMissingValue(text));
    const isValidFor = (field: keyof typeof FIELDS) =>
      values.every((text) => FIELDS[field](text, {} as Draft) === undefined);
    return values.length > 0 && folded[column]?.some((header) => nearTraits(header).some(isValidFor));
  });
}
