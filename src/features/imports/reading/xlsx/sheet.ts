import { plainNumber } from '../../plain-number.js';
import { percentText } from '../cells/percent.js';
import { UnreadableFile } from '../draft.js';
import { MAX_MERGED_RANGES, type MergedRange } from '../merged-cells.js';
import { formatSize } from '../limits.js';
import type { ReadLimits } from '../limits.js';
import type { CellMark, RawRow } from '../rows.js';
import { isoOfSerial } from './dates.js';
import { shownByFormat } from './number-format.js';
import type { NumberFormat } from './styles.js';
import { unescape } from './strings.js';
import type { XmlHandler } from './xml.js';

/** Data that cells refer to. */
export interface SheetContext {
  strings: readonly string[];
  styles: readonly NumberFormat[];
  date1904: boolean;
  limits: ReadLimits;
}

/** A spreadsheet can have 16,384 columns (`XFD`) and 1,048,576 rows, but some programs write more rows. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 2 ** 31 - 1;

/** Collects the rows of a sheet (ECMA-376 part 1, 18.3.1.73) while the document is read. */
export class SheetRows implements XmlHandler {
  readonly merged: MergedRange[] = [];
  private completeRows: RawRow[] = [];
  private number = 0;
  private cells: string[] = [];
  private size = 0;
  private column = -1;
  private type = '';
  private format: NumberFormat | null = null;
  private hasFormula = false;
  private marks: Map<number, CellMark> | undefined;
  private value = '';
  private inText = false;
  private phonetic = false;

  constructor(private readonly context: SheetContext) {}

  /** Returns the rows completed since the last call. */
  take(): RawRow[] {
    const rows = this.completeRows;
    this.completeRows = [];
    return rows;
  }

  open(name: string, attributes: Record<string, string>): void {
    switch (name) {
      case 'c':
        this.column = attributes['r'] === undefined ? this.column + 1 : this.columnOf(attributes['r']);
        this.type = attributes['t'] ?? 'n';
        this.format = attributes['s'] === undefined ? null : (this.context.styles[Number(attributes['s'])] ?? null);
        this.value = '';
        this.hasFormula = false;
        break;
      case 'f':
        this.hasFormula = true;
        break;
      case 'v':
        this.inText = true;
        break;
      case 't':
        this.inText = !this.phonetic;
        break;
      case 'rPh':
        this.phonetic = true;
        break;
      case 'row':
        this.number = attributes['r'] === undefined ? this.number + 1 : this.rowOf(attributes['r']);
        this.cells = [];
        this.marks = undefined;
        this.column = -1;
        this.size = 0;
        break;
      case 'mergeCell':
        this.merge(attributes['ref'] ?? '');
        break;
    }
  }

  text(piece: string): void {
    if (this.inText) this.value += piece;
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.inText = false;
        break;
      case 'c':
        this.put(this.textOfCell());
        break;
      case 'rPh':
        this.phonetic = false;
        break;
      case 'row':
        this.completeRows.push({ row: this.number, cells: this.cells, marks: this.marks });
        break;
    }
  }

  private put(text: string): void {
    if (text === '') return;
    this.size += text.length;
    if (this.size > this.context.limits.record) {
      throw UnreadableFile.of(
        'row_too_large',
        `Row ${this.number} is larger than ${formatSize(this.context.limits.record)}.`,
        { row: this.number },
      );
    }
    while (this.cells.length < this.column) this.cells.push('');
    this.cells[this.column] = text;
  }

  /**
   * Returns the text of a cell according to its type (18.18.11): stored text, dates as ISO 8601, numbers in decimal
   * form.
   */
  private textOfCell(): string {
    const { value } = this;
    if (value === '') {
      // The result of a text formula may be empty. An empty value of another type means that the formula was not
      // computed.
      if (this.hasFormula && this.type !== 'str') this.mark({ kind: 'formula' });
      return '';
    }
    switch (this.type) {
      case 's': {
        const text = this.context.strings[Number(value)];
        if (text === undefined)
          throw UnreadableFile.of('damaged', `The workbook is damaged: row ${this.number} refers to a missing text.`);
        return text;
      }
      case 'n': {
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return this.textOfNumber(number);
      }
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'str':
      case 'inlineStr':
        return unescape(value);
      default:
        return value;
    }
  }

  /** Returns a percentage, a date, or a number with 15 significant digits, according to the number format. */
  private textOfNumber(number: number): string {
    const text = plainNumber(Number(number.toPrecision(15)));
    if (this.format === null) return text;
    const { date, code, isPercent } = this.format;
    if (isPercent) return percentText(number);
    const iso = isoOfSerial(number, date, this.context.date1904);
    if (iso !== null) {
      if (date !== 'year') this.mark({ kind: 'date' });
      return iso;
    }
    const shown = code === null ? null : shownByFormat(Number(text), code);
    if (shown !== null && shown !== text) this.mark({ kind: 'padded', text: shown });
    return text;
  }

  private mark(mark: CellMark): void {
    (this.marks ??= new Map()).set(this.column, mark);
  }

  /** Notes the range of merged cells, such as `B2:B5`, if it has several rows. */
  private merge(reference: string): void {
    const [, start = '', first, last] = /^([A-Z]{1,3})(\d{1,10}):[A-Z]{1,3}(\d{1,10})$/.exec(reference) ?? [];
    if (first === undefined || Number(last) <= Number(first) || this.merged.length >= MAX_MERGED_RANGES) return;
    this.merged.push({ column: this.columnOf(start), first: Number(first), last: Number(last) });
  }

  private rowOf(reference: string): number {
    const row = Number(reference);
    if (Number.isSafeInteger(row) && row > 0 && row <= MAX_ROWS) return row;
    throw UnreadableFile.of(
      'damaged',
      `The workbook is damaged: row ${reference.slice(0, 20)} follows row ${this.number}.`,
    );
  }

  /** Returns the column of a cell, counted from 0: `AB12` is in column 27. */
  private columnOf(reference: string): number {
    let column = 0;
    for (let i = 0; i < reference.length; i++) {
      const letter = reference.charCodeAt(i) & 0xdf;
      if (letter < 65 || letter > 90) break;
      column = column * 26 + letter - 64;
    }
    if (column < 1 || column > MAX_COLUMNS) {
      throw UnreadableFile.of(
        'damaged',
        `The workbook is damaged: row ${this.number} has a cell ${reference.slice(0, 20)}.`,
      );
    }
    return column - 1;
  }
}
