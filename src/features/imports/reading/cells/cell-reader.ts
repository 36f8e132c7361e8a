import type { FaultCode } from '../../../../core/fault-codes.js';
import { withoutGuard } from '../../csv-write.js';
import { withDayFirst } from '../dates.js';
import { Fault } from '../values.js';
import type { CellMark } from '../rows.js';
import { cleanText } from './clean-text.js';
import { isDitto } from './ditto.js';
import { matingWord } from './mating-words.js';
import type { MatingWord } from './mating-words.js';
import { isMissing, isMissingValue, isMissingWord, nameKeyOf } from './missing.js';
import { mangledKind } from './mangled-identifiers.js';
import { isIdentifier, isValueField } from './roles.js';
import type { Role } from './roles.js';
import { spreadsheetError } from './spreadsheet-errors.js';
import { withoutPointZero } from './whole-numbers.js';

/** Properties of a column for the cell reader. */
export interface CellColumn {
  header: string;
  /** Field of the column; null for a column that is stored only as original data. */
  field: string | null;
  role: Role | null;
  /** Whether all numbers of the column are whole, so that a `.0` is dropped. */
  isWhole: boolean;
  /** Whether a date in the column is an identifier that a spreadsheet has changed. */
  refusesDates: boolean;
  /** Whether dates of the column begin with the month. */
  isMonthFirst: boolean;
}

/** Receives faults, warnings and mating types. */
export interface CellNotes {
  fault(fault: Fault): void;
  warn(code: FaultCode, message: string, params?: Record<string, unknown>): void;
  mating(word: MatingWord): void;
}

/** Properties of the file for the cell reader. */
export interface CellContext {
  /** Words for "not known" or for a mating type that the file uses as a queen's name. */
  names: ReadonlySet<string>;
  /** Whether the file is an export of Queenbook, which contains names unchanged. */
  isOwn: boolean;
}

/**
 * Returns the text of a cell; '' if the cell has no value, or a fault. Cleans the text only in a column with a role,
 * and not in an export of Queenbook.
 */
export function readCell(
  cell: string,
  mark: CellMark | undefined,
  column: CellColumn,
  context: CellContext,
  notes: CellNotes,
): string {
  const { role } = column;
  if (!context.isOwn && (isSpreadsheetError(cell, mark, column, notes) || isDittoMark(cell, column, notes))) return '';
  if (role === null) {
    if (isValueField(column.field) && isMissingValue(cleanText(cell))) return '';
    return column.isMonthFirst ? withDayFirst(cleanText(cell)) : cell;
  }
  if (mark?.kind === 'date' && isIdentifier(role)) {
    notes.fault(dateInIdentifier(cell));
    return '';
  }
  let text = cleanText(cell);
  if (context.isOwn) text = withoutGuard(text);
  else if (isIdentifier(role)) text = text.replace(TEXT_MARK, '');
  if (column.isWhole) text = withoutPointZero(text);
  if (text === '') return '';
  const changed = !context.isOwn && isIdentifier(role) ? mangledFault(text, column) : undefined;
  if (changed) {
    notes.fault(changed);
    return '';
  }
  return readName(text, column, role, context, notes) ?? (context.isOwn ? cell : text);
}

/** The apostrophe with which a user enters a number as text in a spreadsheet. */
const TEXT_MARK = /^['’](?=\d|[A-Za-z]{2}[- ]?\d)/;

function dateInIdentifier(cell: string): Fault {
  const message = `is a date, "${cell}", where an identifier is expected: format the cell as text and enter the identifier again`;
  return new Fault(message, [], 'date_in_identifier', { given: cell });
}

/** Returns the fault of an identifier that a spreadsheet saved as a date, or without most of its digits. */
function mangledFault(text: string, { refusesDates }: CellColumn): Fault | undefined {
  const kind = mangledKind(text);
  if (kind === 'day_and_month' || (kind === 'date' && refusesDates)) return dateInIdentifier(text);
  if (kind !== 'exponent') return undefined;
  const message = `is "${text}", a number that lost digits in a spreadsheet: format the column as text and enter the identifier again`;
  return new Fault(message, [], 'digits_lost', { given: text });
}

/**
 * Returns whether a cell has no value because of a spreadsheet error. Reports the error as a fault if the column is
 * read as a field, and as a warning if it is not. `#N/A` is different, because it means that the value is unknown: it
 * causes a warning in a column that is read as a field, and is kept as text in any other column.
 */
function isSpreadsheetError(
  cell: string,
  mark: CellMark | undefined,
  { field }: CellColumn,
  notes: CellNotes,
): boolean {
  const isFormula = mark?.kind === 'formula';
  const error = isFormula ? 'failed' : spreadsheetError(cell.trim());
  if (error === undefined) return false;
  if (error === 'not_available') {
    if (field !== null)
      notes.warn('not_available', `is ${cell.trim()} and was treated as unknown`, { given: cell.trim() });
    return field !== null;
  }
  const message = isFormula
    ? 'is a formula without a stored value: open the file in a spreadsheet program and save it again'
    : `is ${cell.trim()}, an error of the spreadsheet: correct the formula, or empty the cell`;
  const code = isFormula ? 'formula_without_value' : 'spreadsheet_error';
  const params = isFormula ? {} : { given: cell.trim() };
  if (field !== null) notes.fault(new Fault(message, [], code, params));
  else notes.warn(code, message, params);
  return true;
}

/** Returns whether a cell only refers to the cell above it, and reports this as a fault. Names and notes are exempt. */
function isDittoMark(cell: string, { field }: CellColumn, notes: CellNotes): boolean {
  if (field === null || field === 'queen_name' || field === 'notes' || !isDitto(cleanText(cell))) return false;
  const given = cell.trim();
  notes.fault(new Fault(`is ${given}, which refers to the row above: enter the value itself`, [], 'ditto', { given }));
  return true;
}

/**
 * Returns '' if the text means "not known" or a mating type, unless the file uses it as a name. Otherwise returns
 * undefined.
 */
function readName(
  text: string,
  { field }: CellColumn,
  role: Role,
  { names, isOwn }: CellContext,
  notes: CellNotes,
): string | undefined {
  if (role === 'name' && isOwn) return undefined;
  if (role === 'part') return isMissing(text, 'value') ? '' : undefined;
  const isMate = role === 'mate' || field === 'father';
  const mating = isMate ? matingWord(text) : undefined;
  if (!mating && !isMissing(text, role === 'place' ? 'place' : role === 'number' ? 'number' : 'queen'))
    return undefined;
  if (role !== 'place' && role !== 'number' && (isOwn || mating || isMissingWord(text)) && names.has(nameKeyOf(text))) {
    if (!isOwn)
      notes.warn(
        'word_is_name',
        `"${text}" usually means a mating type or a missing value, but was read as a name, because the file describes a queen with this name`,
        { given: text },
      );
    return undefined;
  }
  if (mating && role === 'mate') notes.mating(mating);
  else if (mating)
    notes.warn('mating_in_father', `"${text}" is a mating type, so the father is not known`, { given: text });
  return '';
}
