/** What is wrong with a record; `row` counts records from 1, blank ones too. */
export class BrokenRecord extends Error {
  constructor(
    readonly row: number,
    readonly fault: 'quote not closed' | 'text after quote' | 'quote inside' | 'too large',
  ) {
    super(fault);
  }
}

/**
 * Cuts text into records of comma-separated values (RFC 4180): cells in quotes may hold delimiters and line breaks,
 * a quote inside is doubled. CRLF, LF and CR end a record, also mixed in one file.
 *
 * Text comes in pieces of any size. A line without quotes, as nearly all are, is split in one go.
 */
export class CsvRecords {
  private text = '';
  private at = 0;
  private row = 0;
  private ended = false;
  /** Places of the next quote, LF and CR, looked up again only when passed: -2 unknown, -1 none. */
  private quote = -2;
  private lf = -2;
  private cr = -2;

  constructor(
    private readonly delimiter: string,
    private readonly largest: number,
  ) {}

  /** The records that are complete with this piece. */
  push(piece: string): string[][] {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    this.quote = this.lf = this.cr = -2;
    const records = this.take();
    if (this.text.length - this.at > this.largest) throw this.broken('too large');
    return records;
  }

  /** The last record, which no line break need end. */
  end(): string[][] {
    this.ended = true;
    return this.take();
  }

  private take(): string[][] {
    const records: string[][] = [];
    while (this.at < this.text.length) {
      const start = this.at;
      const record = this.next();
      if (record === null) break;
      this.row++;
      if (this.at - start > this.largest) throw new BrokenRecord(this.row, 'too large');
      records.push(record);
    }
    return records;
  }

  /** The record that begins here; null while its end has not come yet. */
  private next(): string[] | null {
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
        // `="0012"`, as programs write it that want a spreadsheet to keep the zeros.
        if (text.startsWith('="', from)) {
          to = this.closingQuote(from + 2) + 1;
          if (to === 0) return null;
        }
        while (to < text.length && !this.isEnd(to)) if (text[to++] === '"') throw this.broken('quote inside');
        cells.push(text.slice(from, to));
      }
      if (to < text.length && text[to] === delimiter) {
        from = to;
        continue;
      }
      if (to >= text.length && !this.ended) return null;
      if (to < text.length && !this.isEnd(to)) throw this.broken('text after quote');
      return this.finish(to) ? cells : null;
    }
  }

  /** Where the cell that is open ends; -1 while that has not come yet. */
  private closingQuote(from: number): number {
    for (let at = this.text.indexOf('"', from); at >= 0; at = this.text.indexOf('"', at + 2)) {
      if (at + 1 >= this.text.length && !this.ended) return -1;
      if (this.text[at + 1] !== '"') return at;
    }
    if (this.ended) throw this.broken('quote not closed');
    return -1;
  }

  private isEnd(at: number): boolean {
    const character = this.text[at];
    return character === this.delimiter || character === '\n' || character === '\r';
  }

  /** Passes the line break at the end of a record. False where CR is the last character so far: LF may follow. */
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

  private broken(fault: BrokenRecord['fault']): BrokenRecord {
    return new BrokenRecord(this.row + 1, fault);
  }
}
