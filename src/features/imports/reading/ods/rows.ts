import { plainNumber } from '../../plain-number.js';
import { percentText } from '../cells/percent.js';
import { UnreadableFile } from '../draft.js';
import { MAX_MERGED_RANGES, type MergedRange } from '../merged-cells.js';
import { formatSize } from '../limits.js';
import type { ReadLimits } from '../limits.js';
import type { CellMark, RawRow } from '../rows.js';
import type { XmlHandler } from '../xlsx/xml.js';

/**
 * Maximum number of repetitions of a row. The file contains a repeated row only once, with a count, so even a small
 * file could have billions of rows.
 */
const MAX_REPEATED_ROWS = 10_000;

/**
 * Collects the rows of one table of an OpenDocument spreadsheet (OpenDocument 1.3 part 3, 9.1) while the document is
 * read.
 */
export class TableRows implements XmlHandler {
  isOver = false;
  readonly merged: MergedRange[] = [];
  private completeRows: RawRow[] = [];
  private table = -1;
  private depth = 0;
  private number = 0;
  private rowTimes = 1;
  private cells: string[] = [];
  private marks: Map<number, CellMark> | undefined;
  private size = 0;
  private column = 0;
  private cell: Record<string, string> | null = null;
  private paragraphs: string[] = [];
  private inParagraph = false;
  /** Depth inside comments and drawings, which are not content of the cell. */
  private ignoredDepth = 0;

  constructor(
    private readonly index: number,
    private readonly limits: ReadLimits,
  ) {}

  /** Returns the rows completed since the last call. */
  take(): RawRow[] {
    const rows = this.completeRows;
    this.completeRows = [];
    return rows;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'table' && this.depth++ === 0) this.table++;
    if (this.table !== this.index || this.isOver) return;
    if (this.ignoredDepth > 0 || IGNORED_ELEMENTS.has(name)) {
      this.ignoredDepth++;
      return;
    }
    switch (name) {
      case 'table-row':
        this.rowTimes = times(attributes['table:number-rows-repeated']);
        this.cells = [];
        this.marks = undefined;
        this.size = 0;
        this.column = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.cell = attributes;
        this.paragraphs = [];
        break;
      case 'p':
        this.inParagraph = this.cell !== null;
        if (this.inParagraph) this.paragraphs.push('');
        break;
      case 's':
        this.text(' '.repeat(Math.min(1000, times(attributes['text:c']))));
        break;
      case 'tab':
        this.text('\t');
        break;
      case 'line-break':
        this.text('\n');
        break;
    }
  }

  text(piece: string): void {
    if (this.inParagraph && this.ignoredDepth === 0) this.paragraphs[this.paragraphs.length - 1] += piece;
  }

  close(name: string): void {
    if (this.table === this.index && !this.isOver) this.closeInside(name);
    if (name === 'table' && --this.depth === 0 && this.table === this.index) this.isOver = true;
  }

  private closeInside(name: string): void {
    if (this.ignoredDepth > 0) {
      this.ignoredDepth--;
      return;
    }
    if (name === 'p') this.inParagraph = false;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.endCell();
    else if (name === 'table-row') this.endRow();
  }

  private endCell(): void {
    const { cell } = this;
    if (!cell) return;
    this.cell = null;
    const repeated = times(cell['table:number-columns-repeated']);
    const shown = this.paragraphs.join('\n');
    const { text, mark } = readCell(cell, shown, this.paragraphs.length > 0);
    if (text !== '' || mark) {
      if (repeated > this.limits.columns)
        throw UnreadableFile.of('too_many_columns', `Row ${this.number + 1} has too many columns.`);
      for (let n = 0; n < repeated; n++) this.put(this.column + n, text, mark);
    }
    const rows = times(cell['table:number-rows-spanned']);
    if (rows > 1 && this.merged.length < MAX_MERGED_RANGES) {
      this.merged.push({ column: this.column, first: this.number + 1, last: this.number + rows });
    }
    this.column += repeated;
  }

  private put(column: number, text: string, mark: CellMark | undefined): void {
    this.size += text.length;
    if (this.size > this.limits.record) {
      throw UnreadableFile.of(
        'row_too_large',
        `Row ${this.number + 1} is larger than ${formatSize(this.limits.record)}.`,
        { row: this.number + 1 },
      );
    }
    while (this.cells.length < column) this.cells.push('');
    this.cells[column] = text;
    if (mark) (this.marks ??= new Map()).set(column, mark);
  }

  private endRow(): void {
    const isFilled = this.cells.length > 0;
    if (isFilled && this.rowTimes > MAX_REPEATED_ROWS) {
      throw new UnreadableFile(`Row ${this.number + 1} is repeated ${this.rowTimes} times; delete the repeated rows.`);
    }
    for (let n = 1; isFilled && n <= this.rowTimes; n++) {
      this.completeRows.push({ row: this.number + n, cells: [...this.cells], marks: this.marks });
    }
    this.number += this.rowTimes;
  }
}

/** Comments and drawings (OpenDocument 1.3, part 3, 10.3 to 10.5). */
const IGNORED_ELEMENTS = new Set(
  (
    'annotation shapes shape frame custom-shape rect line polyline polygon regular-polygon path circle ellipse g ' +
    'caption connector measure control scene page-thumbnail'
  ).split(' '),
);

function times(repeated: string | undefined): number {
  const count = Number(repeated ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/**
 * Returns the text of a cell: numbers with 15 significant digits, dates as ISO 8601 or as the displayed year, other
 * values as displayed. A formula with an empty text as its result has an empty paragraph.
 */
function readCell(cell: Record<string, string>, shown: string, hasText: boolean): { text: string; mark?: CellMark } {
  const type = cell['office:value-type'];
  if (cell['calcext:value-type'] === 'error') return { text: shown };
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(cell['office:value']);
      if (Number.isNaN(number)) return { text: shown };
      if (type === 'percentage') return { text: percentText(number) };
      const text = plainNumber(Number(number.toPrecision(15)));
      return isPadded(shown, text) ? { text, mark: { kind: 'padded', text: shown } } : { text };
    }
    case 'date': {
      if (/^\d{4}$/.test(shown.trim())) return { text: shown.trim() };
      const date = cell['office:date-value'] ?? shown;
      return { text: date.replace(/T00:00(:00(\.0+)?)?$/, ''), mark: { kind: 'date' } };
    }
    case undefined:
      return cell['table:formula'] !== undefined && !hasText
        ? { text: '', mark: { kind: 'formula' } }
        : { text: shown };
    default:
      return { text: shown === '' ? (cell['office:string-value'] ?? '') : shown };
  }
}

/** Whether the displayed text is the number itself with added zeros or letters, not the number in another notation. */
function isPadded(shown: string, text: string): boolean {
  if (shown === text || !/^\d+$/.test(text) || /[.,'’\u00a0\u202f%€$]/.test(shown)) return false;
  const digits = shown.replace(/\D/g, '');
  return digits !== '' && Number(digits) === Number(text);
}
