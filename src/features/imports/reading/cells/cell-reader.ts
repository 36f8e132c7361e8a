import type { FaultCode } from '../../../../core/fault-codes.js';
import { withoutGuard } from '../../csv-write.js';
import { Fault } from '../values.js';
import type { CellMark } from '../rows.js';
import { cleanText } from './clean-text.js';
import { matingWord } from './mating-words.js';
import type { MatingWord } from './mating-words.js';
import { isMissing, isMissingWord, nameKeyOf } from './missing.js';
import { mangledKind } from './mangled-identifiers.js';
import { isIdentifier, isValueField } from './roles.js';
import type { Role } from './roles.js';
import { spreadsheetError } from './spreadsheet-errors.js';
import { withoutPointZero } from './whole-numbers.js';

/** A column as the cell reader sees it. */
export interface CellColumn {
  header: string;
  /** The field that it tells; null where it is only kept in the origin data. */
  field: string | null;
  role: Role | null;
  /** Whether `.0` behind a number is no part of it. */
  isWhole: boolean;
  /** Whether a date in it is an identifier that a spreadsheet has changed. */
  refusesDates: boolean;
}

/** What reading a cell comes to besides its text. */
export interface CellNotes {
  fault(fault: Fault): void;
  warn(code: FaultCode, message: string, params?: Record<string, unknown>): void;
  mating(word: MatingWord): void;
}

/** What the whole file says about words, and who wrote it. */
export interface CellContext {
  /** Known words that the file describes as a queen's name. */
  names: ReadonlySet<string>;
  /** Whether this service wrote the file: names stand there as they are. */
  isOwn: boolean;
}

/** The text of a cell as it counts: '' where it says nothing. */
export function readCell(
  cell: string,
  mark: CellMark | undefined,
  column: CellColumn,
  context: CellContext,
  notes: CellNotes,
): string {
  const { role } = column;
  const shown = isShownOtherwise(mark, role) ? mark.text : cell;
  if (!context.isOwn && isBroken(shown, mark, column, notes)) return '';
  if (role === null) return isValueField(column.field) && isMissing(cleanText(shown), 'place') ? '' : shown;
  if (mark?.kind === 'date' && isIdentifier(role)) {
    notes.fault(dateInIdentifier(cell));
    return '';
  }
  let text = cleanText(shown);
  if (context.isOwn) text = withoutGuard(text);
  if (column.isWhole) text = withoutPointZero(text);
  if (text === '') return '';
  const changed = !context.isOwn && isIdentifier(role) ? changedBySpreadsheet(text, column) : undefined;
  if (changed) {
    notes.fault(changed);
    return '';
  }
  return named(text, column, role, context, notes) ?? (context.isOwn ? shown : text);
}

function dateInIdentifier(cell: string): Fault {
  const message = `is a date, "${cell}", where an identifier is expected: format the cell as text and enter the identifier again`;
  return new Fault(message, [], 'date_in_identifier', { given: cell });
}

/** An identifier that a spreadsheet showed as a date, or without most of its digits, when it was saved as text. */
function changedBySpreadsheet(text: string, { refusesDates }: CellColumn): Fault | undefined {
  const kind = mangledKind(text);
  if (kind === 'day_and_month' || (kind === 'date' && refusesDates)) return dateInIdentifier(text);
  if (kind !== 'exponent') return undefined;
  const message = `is "${text}", a number that lost digits in a spreadsheet: format the column as text and enter the identifier again`;
  return new Fault(message, [], 'digits_lost', { given: text });
}

function isShownOtherwise(mark: CellMark | undefined, role: Role | null): mark is CellMark & { kind: 'padded' } {
  return mark?.kind === 'padded' && isIdentifier(role);
}

/** An error of a spreadsheet in place of a value. In a column that is not read it is worth a warning only. */
function isBroken(cell: string, mark: CellMark | undefined, { field }: CellColumn, notes: CellNotes): boolean {
  const isFormula = mark?.kind === 'formula';
  const error = isFormula ? 'failed' : spreadsheetError(cell.trim());
  if (error === undefined) return false;
  if (error === 'not_available') {
    if (field !== null) notes.warn('not_available', `is ${cell.trim()}, taken as not known`, { given: cell.trim() });
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

/** '' where the text says "not known" or a way of mating; undefined where it is what it is. */
function named(
  text: string,
  { field }: CellColumn,
  role: Role,
  { names, isOwn }: CellContext,
  notes: CellNotes,
): string | undefined {
  if (role === 'name' && isOwn) return undefined;
  if (role === 'part') return isMissing(text, 'place') ? '' : undefined;
  const isMate = role === 'mate' || field === 'father';
  const mating = isMate ? matingWord(text) : undefined;
  if (!mating && !isMissing(text, role === 'place' ? 'place' : role === 'number' ? 'number' : 'queen'))
    return undefined;
  if (role !== 'place' && role !== 'number' && (isOwn || mating || isMissingWord(text)) && names.has(nameKeyOf(text))) {
    if (!isOwn)
      notes.warn('word_is_name', `"${text}" is taken as a queen of this name, whom the file describes`, {
        given: text,
      });
    return undefined;
  }
  if (mating && role === 'mate') notes.mating(mating);
  else if (mating)
    notes.warn('mating_in_father', `"${text}" is a way of mating, so the father is not known`, { given: text });
  return '';
}
