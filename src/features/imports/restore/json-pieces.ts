/** A part of a JSON document: a member of its object, or one element of a member that is a list. */
export interface Piece {
  member: string;
  /** Whether the piece is an element of a list. An empty list is one piece, `[]`. */
  element: boolean;
  text: string;
  /** Line in which the piece begins, from 1. For an empty list, the line of its closing bracket. */
  line: number;
}

export class BrokenJson extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(what);
  }
}

/** @throws {BrokenJson} */
export function parsePiece({ text, line }: Pick<Piece, 'text' | 'line'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenJson(line, 'is not valid JSON');
  }
}

type State = 'start' | 'member' | 'colon' | 'value' | 'element' | 'after element' | 'after member' | 'end';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 92, 44, 58, 91, 93, 123, 125];
const MAX_DEPTH = 100;

/** An incomplete value. Its end has not been received. */
interface OpenValue {
  /** The parts of the value in the texts that were received earlier. */
  parts: string[];
  length: number;
  line: number;
  depth: number;
  quoted: boolean;
  /** Whether the next character is escaped. */
  escaped: boolean;
}

/**
 * Splits a JSON object into its members and the elements of its lists. Receives the text in pieces of any size. Needs
 * only the memory of one element, even for a large document. The caller parses each returned piece with `parsePiece`.
 */
export class JsonPieces {
  private text = '';
  private at = 0;
  private line = 1;
  private state: State = 'start';
  private member = '';
  /** Whether the last punctuation character was a comma, so that a member or an element must follow. */
  private afterComma = false;
  private open: OpenValue | null = null;

  constructor(private readonly maxValueLength: number) {}

  /**
   * Returns the pieces that this text completes. Reads each character only once, even if a value is split over several
   * texts.
   */
  push(text: string): Piece[] {
    this.text = text;
    this.at = 0;
    const pieces: Piece[] = [];
    while (this.step(pieces));
    if (this.open && this.open.length > this.maxValueLength) throw this.brokenJson('has a row that is too large');
    return pieces;
  }

  /** Must be called at the end of the text. */
  end(): void {
    if (this.state !== 'end') throw this.brokenJson('ends before it is complete');
  }

  /** Reads one punctuation character or value. Returns false if more text is needed. */
  private step(pieces: Piece[]): boolean {
    if (this.open) return this.readValue(this.open, pieces);
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 10) this.line++;
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return this.readPunctuation(code, pieces);
    }
    return false;
  }

  private readPunctuation(code: number, pieces: Piece[]): boolean {
    const { state } = this;
    if (state === 'start' && code === OPEN) return this.skipPunctuation('member');
    if (state === 'member' && code === CLOSE && !this.afterComma) return this.skipPunctuation('end');
    if (state === 'member' && code === QUOTE) return this.openValue();
    if (state === 'colon' && code === COLON) return this.skipPunctuation('value');
    if (state === 'value' && code === OPEN_LIST) return this.skipPunctuation('element');
    if (state === 'value') return this.openValue();
    if (state === 'element' && code === CLOSE_LIST && !this.afterComma) {
      pieces.push({ member: this.member, element: false, text: '[]', line: this.line });
      return this.skipPunctuation('after member');
    }
    if (state === 'element') return this.openValue();
    if (state === 'after element' && code === COMMA) return this.skipPunctuation('element', true);
    if (state === 'after element' && code === CLOSE_LIST) return this.skipPunctuation('after member');
    if (state === 'after member' && code === COMMA) return this.skipPunctuation('member', true);
    if (state === 'after member' && code === CLOSE) return this.skipPunctuation('end');
    throw this.brokenJson('is not valid JSON');
  }

  private skipPunctuation(next: State, afterComma = false): true {
    this.at++;
    this.state = next;
    this.afterComma = afterComma;
    return true;
  }

  private openValue(): true {
    this.open = { parts: [], length: 0, line: this.line, depth: 0, quoted: false, escaped: false };
    return true;
  }

  private readValue(open: OpenValue, pieces: Piece[]): boolean {
    const from = this.at;
    const isWhole = this.skipValue(open);
    open.parts.push(this.text.slice(from, this.at));
    open.length += this.at - from;
    if (!isWhole) return false;
    const text = open.parts.join('');
    this.open = null;
    if (this.state === 'member') {
      this.member = parsePiece({ text, line: open.line }) as string;
      this.state = 'colon';
      return true;
    }
    const element = this.state === 'element';
    pieces.push({ member: this.member, element, text, line: open.line });
    this.state = element ? 'after element' : 'after member';
    return true;
  }

  /** Skips to the end of the open value. Returns false if more text is needed. */
  private skipValue(open: OpenValue): boolean {
    const { text } = this;
    const from = this.at;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (open.quoted) {
        if (open.escaped) open.escaped = false;
        else if (code === BACKSLASH) open.escaped = true;
        else if (code === QUOTE) {
          open.quoted = false;
          if (open.depth === 0) return this.skipLast();
        }
      } else if (code === QUOTE) {
        // A string after another value is not part of that value.
        if (open.depth === 0 && (this.at > from || open.length > 0)) return true;
        open.quoted = true;
      } else if (code === OPEN || code === OPEN_LIST) {
        if (++open.depth > MAX_DEPTH) throw this.brokenJson('is nested too deeply');
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.depth === 0) return true;
        if (--open.depth === 0) return this.skipLast();
      } else if (open.depth === 0 && (code === COMMA || code === 32 || code === 10 || code === 13 || code === 9)) {
        return true;
      } else if (code === 10) this.line++;
    }
    return false;
  }

  private skipLast(): true {
    this.at++;
    return true;
  }

  private brokenJson(what: string): BrokenJson {
    return new BrokenJson(this.line, what);
  }
}
