import { withoutGuard } from '../csv-write.js';
import { cleanText } from './cells/clean-text.js';
import { isMissing, isMissingWord, nameKeyOf } from './cells/missing.js';
import { matingWord } from './cells/mating-words.js';
import { mangledKind } from './cells/mangled-identifiers.js';
import { withoutPercent } from './cells/percent.js';
import { DATES, roleOf } from './cells/roles.js';
import { kindOfNumber } from './cells/whole-numbers.js';
import { knownFields } from './columns.js';
import type { Columns } from './columns.js';
import { day, orderOf, year } from './dates.js';
import { isPartOfNumber } from './formats/number-parts.js';
import type { RawRows } from './rows.js';
import { isTraitField } from './traits.js';
import { decimal, Fault } from './values.js';

/** Counts of the cells of a column, without missing values. */
export interface ColumnSurvey {
  filled: number;
  /** Years and days, which are counted only in unknown columns, and only in the first rows. */
  years: number;
  days: number;
  /** Numbers from 50 to 150. Breeding values have such numbers; scores of tests never do. */
  aroundHundred: number;
  /** Whole numbers, and numbers with `.0`. */
  whole: number;
  pointZero: number;
  /** Dates, and texts with the form of a date that are not a valid day. */
  dated: number;
  shapedAsDate: number;
}

/** Properties that a survey of all rows finds. They must be known before the first row is converted to a draft. */
export interface Survey {
  columns: ColumnSurvey[];
  /**
   * Words that usually mean "not known" or a mating type, but that the file uses as a queen's name. The words have the
   * form that `nameKeyOf` returns.
   */
  names: ReadonlySet<string>;
  /** A date that begins with the month, such as `05/28/2024`, if no date of the file begins with the day. */
  monthFirst: string | undefined;
}

/** Fields that refer to another queen. */
const REFERENCES: ReadonlySet<string> = new Set(['mother', 'father', 'mated_to']);

/**
 * Header of a column with dates, or with the times of a form's answers. The dates in unknown columns also show whether
 * dates begin with the month.
 */
const DATE_HEADER =
  /^(?:date|datum|data|fecha|timestamp|zeitstempel|horodateur|tijdstempel|informazionicronologiche|sygnaturaczasowa|marcatemporal)|(?:date|datum|data|fecha)$/;

/** Number of rows that are searched for years. */
const ROWS_FOR_YEARS = 1000;

/** Surveys all rows once in bounded memory. */
export async function surveyRows(rows: RawRows, columns: Columns, isOwn: boolean): Promise<Survey> {
  const surveyed = columns.headers.map((): ColumnSurvey => ({
    filled: 0,
    years: 0,
    days: 0,
    aroundHundred: 0,
    whole: 0,
    pointZero: 0,
    dated: 0,
    shapedAsDate: 0,
  }));
  const fields = knownFields(columns);
  const all = surveyed.map((of, column) => ({ of, column, field: fields.get(column) ?? null }));
  const isCounted = ({ column, field }: (typeof all)[number]) =>
    (field !== null && (roleOf(field) !== null || isTraitField(field))) || isPartOfNumber(columns, column);
  const counted = all.filter(isCounted);
  const unknown = all.filter((each) => each.field === null && !isCounted(each));
  const words = new NamesAmongWords(fields, isOwn);
  const dates = all.filter(({ column, field }) =>
    field === null ? columns.folded[column]?.some((each) => DATE_HEADER.test(each)) : DATES.has(field),
  );
  const orders = new Map<ReturnType<typeof orderOf>, string>();
  let read = 0;
  for await (const some of rows) {
    for (const { cells } of some) {
      for (const { of, column } of counted) countNumber(of, cells[column] ?? '');
      if (read++ < ROWS_FOR_YEARS) for (const { of, column } of unknown) countYear(of, cells[column] ?? '');
      for (const { column } of dates) {
        const text = cleanText(cells[column] ?? '');
        orders.set(orderOf(text), text);
      }
      words.read(cells);
    }
  }
  const monthFirst = orders.has('day_first') ? undefined : orders.get('month_first');
  return { columns: surveyed, names: words.names(), monthFirst };
}

/** A cell with more characters is not a number, a year or a day. */
const MAX_LENGTH = 30;

function countNumber(of: ColumnSurvey, cell: string): void {
  const text = cleanText(cell);
  if (text === '' || isMissing(text, 'value')) return;
  of.filled++;
  if (text.length > MAX_LENGTH) return;
  const mangled = mangledKind(text);
  if (mangled === 'date') of.dated++;
  else if (mangled === 'no_date') of.shapedAsDate++;
  const kind = kindOfNumber(text);
  if (kind === 'whole') of.whole++;
  else if (kind === 'point_zero') of.pointZero++;
  const number = decimal(withoutPercent(text));
  if (!(number instanceof Fault) && number >= 50 && number <= 150) of.aroundHundred++;
}

function countYear(of: ColumnSurvey, cell: string): void {
  const text = cleanText(cell);
  if (text === '' || isMissing(text, 'value')) return;
  of.filled++;
  if (text.length > MAX_LENGTH) return;
  if (!(year(text) instanceof Fault)) of.years++;
  else if (!(day(text) instanceof Fault)) of.days++;
}

/**
 * Whether the column has only whole numbers and numbers with `.0`. In such a column, `.0` is not part of the number.
 */
export const isOfWholeNumbers = ({ filled, whole, pointZero }: ColumnSurvey): boolean =>
  pointZero > 0 && whole + pointZero === filled;

/**
 * Whether dates in the column are identifiers that a spreadsheet has changed. False if the identifiers themselves look
 * like dates: more than half of them are dates, or one has the form of a date but is not a valid day.
 */
export const hasChangedDates = ({ filled, dated, shapedAsDate }: ColumnSurvey): boolean =>
  shapedAsDate === 0 && dated <= filled / 2;

/**
 * Finds words for "not known" or for a mating type that the file uses as names. Such a word is a name if exactly one
 * row has it as the queen's name and other rows refer to her. In an export of Queenbook, every such name is accepted.
 */
class NamesAmongWords {
  private readonly described = new Map<string, number>();
  private readonly referred = new Set<string>();
  private readonly nameColumns: number[];
  private readonly references: number[];

  constructor(
    fields: ReadonlyMap<number, string>,
    private readonly isOwn: boolean,
  ) {
    const columns = [...fields];
    this.nameColumns = columns.filter(([, field]) => field === 'queen_name').map(([column]) => column);
    this.references = columns.filter(([, field]) => REFERENCES.has(field)).map(([column]) => column);
  }

  read(cells: readonly string[]): void {
    const own = new Set<string>();
    for (const column of this.nameColumns) {
      const word = this.knownWord(cells[column] ?? '');
      if (word === undefined) continue;
      own.add(word);
      this.described.set(word, (this.described.get(word) ?? 0) + 1);
    }
    for (const column of this.references) {
      const word = this.knownWord(cells[column] ?? '');
      if (word === undefined) continue;
      // If a row has the same word for the queen and a relative, the word means "not known" in both cells.
      if (own.has(word)) this.described.set(word, Infinity);
      else this.referred.add(word);
    }
  }

  names(): ReadonlySet<string> {
    const found = [...this.described].filter(([word, times]) => this.isOwn || (times === 1 && this.referred.has(word)));
    return new Set(found.map(([word]) => word));
  }

  private knownWord(cell: string): string | undefined {
    if (cell === '' || cell.length > 60) return undefined;
    const text = this.isOwn ? withoutGuard(cleanText(cell)) : cleanText(cell);
    if (text === '') return undefined;
    const isKnown = this.isOwn ? isMissing(text, 'queen') : isMissingWord(text);
    return isKnown || matingWord(text) !== undefined ? nameKeyOf(text) : undefined;
  }
}
