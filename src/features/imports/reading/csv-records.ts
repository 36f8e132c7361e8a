/** An error in a record; `row` counts records from 1, including blank records. */
export class BrokenRecord extends Error {
  constructor(
    readonly row: number,
    readonly fault: 'quote not closed' | 'text after quote' | 'quote inside' | 'too large',
  ) {
    super(fault);
  }
}

/**
 * Splits text into records of comma-separated values (RFC 4180). Quoted cells may contain delimiters, line breaks and
 * doubled quotes. CRLF, LF and CR end a record; one file may contain all three.
 *
 * Receives the text in pieces of any size. Most lines have no quotes, and one `split` is enough for them.
 */
export class CsvRecords {
  private text = '';
  private at = 0;
  private row = 0;
  private ended = false;
  /**
   * Positions of the next quote, LF and CR. -2 means unknown, and -1 means that there is none. A position is searched
   * again only after the reader has passed it.
   */
  private quote = -2;
  private lf = -2;
  private cr = -2;

  constructor(
    private readonly delimiter: string,
    private readonly maxLength: number,
  ) {}

  /** Yields the records of a whole text. Each record is read only when the caller needs it. @throws {BrokenRecord} */
  static *of(text: string, delimiter: string): Generator<string[], void> {
    const reader = new CsvRecords(delimiter, Infinity);
    reader.text = text;
    reader.ended = true;
    for (let record = reader.next(); record; record = reader.next()) yield record;
  }

  /** Returns the records that this piece completes. */
  push(piece: string): string[][] {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    this.quote = this.lf = this.cr = -2;
    const records = this.completeRecords();
    if (this.text.length - this.at > this.maxLength) throw this.brokenRecord('too large');
    return records;
  }

  /** Returns the last record, which may lack a line break. */
  end(): string[][] {
    this.ended = true;
    return this.completeRecords();
  }

  private completeRecords(): string[][] {
    const records: string[][] = [];
    for (let record = this.next(); record; record = this.next()) records.push(record);
    return records;
  }

  /** Returns the next record; null if no further record has been received completely. */
  private next(): string[] | null {
    const start = this.at;
    const record = start < this.text.length ? this.read() : null;
    if (record === null) return null;
    this.row++;
    if (this.at - start > this.maxLength) throw new BrokenRecord(this.row, 'too large');
    return record;
  }

  /** Returns the record that begins at `at`; null if its end has not been received. */
  private read(): string[] | null {
    const { text, at } = this;
    const end = this.lineEnd();
    if (this.quote !== -1 && this.quote < at) this.quote = text.indexOf('"', at);
    if (this.quote >= 0 && (end < 0 || this.quote < end)) return this.nextWithQuotes();
    if (end < 0 && !this.ended) return null;
    const line = end < 0 ? text.slice(at) : text.slice(at, end);
    return this.finish(end < 0 ? text.length : end) ? line.split(this.delimiter) : null;
  }

  private nextWithQuotes(): string[] | null {
    const { text, delimiter } = this;
    const cells: string[] = [];
    for (let from = this.at; ; from++) {
      let to: number;
      if (text[from] === '"') {
        const close = this.closingQuote(from + 1);
        if (close < 0) return null;
        const cell = text.slice(from + 1, close);
        cells.push(cell.includes('""') ? cell.replaceAll('""', '"') : cell);
        to = close + 1;
      } else {
        to = from;
        // Programs write `="0012"` so that a spreadsheet preserves the zeros.
        if (text.startsWith('="', from)) {
          to = this.closingQuote(from + 2) + 1;
          if (to === 0) return null;
        }
        while (to < text.length && !this.isEnd(to)) if (text[to++] === '"') throw this.brokenRecord('quote inside');
        cells.push(text.slice(from, to));
      }
      if (to < text.length && text[to] === delimiter) {
        from = to;
        continue;
      }
      if (to >= text.length && !this.ended) return null;
      if (to < text.length && !this.isEnd(to)) throw this.brokenRecord('text after quote');
      return this.finish(to) ? cells : null;
    }
  }

  /** Returns the position of the closing quote; -1 if it has not been received. */
  private closingQuote(from: number): number {
    for (let at = this.text.indexOf('"', from); at >= 0; at = this.text.indexOf('"', at + 2)) {
      if (at + 1 >= this.text.length && !this.ended) return -1;
      if (this.text[at + 1] !== '"') return at;
    }
    if (this.ended) throw this.brokenRecord('quote not closed');
    return -1;
  }

  private isEnd(at: number): boolean {
    const character = this.text[at];
    return character === this.delimiter || character === '\n' || character === '\r';
  }

  /**
   * Skips the line break at the end of a record. Returns false if CR is the last received character, because LF may
   * follow.
   */
  private finish(end: number): boolean {
    const { text } = this;
    if (text[end] === '\r' && end + 1 === text.length && !this.ended) return false;
    this.at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    return true;
  }

  private lineEnd(): number {
    const { text, at } = this;
    if (this.lf !== -1 && this.lf < at) this.lf = text.indexOf('\n', at);
    if (this.cr !== -1 && this.cr < at) this.cr = text.indexOf('\r', at);
    return this.lf < 0 ? this.cr : this.cr < 0 ? this.lf : Math.min(this.lf, this.cr);
  }

  private brokenRecord(fault: BrokenRecord['fault']): BrokenRecord {
    return new BrokenRecord(this.row + 1, fault);
  }
}
