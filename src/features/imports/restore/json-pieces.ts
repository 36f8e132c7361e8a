/** A part of a JSON document: a member of its object, or one element of a member that is a list. */
export interface Piece {
  member: string;
  /** Whether it is an element; a list without any is one piece itself, `[]`. */
  element: boolean;
  text: string;
  /** Where it begins; the first line is 1. */
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

type State = 'start' | 'member' | 'colon' | 'value' | 'element' | 'after element' | 'after member' | 'end';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 92, 44, 58, 91, 93, 123, 125];
const MOST_DEPTH = 100;

/** A value whose end has not come yet. */
interface OpenValue {
  /** What has been read of it, but for what is in the text at hand. */
  parts: string[];
  length: number;
  line: number;
  depth: number;
  quoted: boolean;
  /** The next character is escaped. */
  escaped: boolean;
}

/**
 * Cuts a JSON object into its members and the elements of its lists as the text comes, in pieces of any size, so that
 * a document of any size is read in the memory of one element. What is inside a piece is left to `JSON.parse`.
 */
export class JsonPieces {
  private text = '';
  private at = 0;
  private line = 1;
  private state: State = 'start';
  private member = '';
  /** Whether a comma came before: then something must follow. */
  private afterComma = false;
  private open: OpenValue | null = null;

  constructor(private readonly largest: number) {}

  /** The pieces that are complete with this text. Each character is looked at once, however the text is cut. */
  push(text: string): Piece[] {
    this.text = text;
    this.at = 0;
    const pieces: Piece[] = [];
    while (this.step(pieces));
    if (this.open && this.open.length > this.largest) throw this.broken('holds too much in one row');
    return pieces;
  }

  /** To be called when no more text comes. */
  end(): void {
    if (this.state !== 'end') throw this.broken('ends before it is complete');
  }

  /** Goes on by one sign or value; false where the text that is needed has not come yet. */
  private step(pieces: Piece[]): boolean {
    if (this.open) return this.finish(pieces);
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 10) this.line++;
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return this.sign(code, pieces);
    }
    return false;
  }

  private sign(code: number, pieces: Piece[]): boolean {
    const { state } = this;
    if (state === 'start' && code === OPEN) return this.pass('member');
    if (state === 'member' && code === CLOSE && !this.afterComma) return this.pass('end');
    if (state === 'member' && code === QUOTE) return this.begin();
    if (state === 'colon' && code === COLON) return this.pass('value');
    if (state === 'value' && code === OPEN_LIST) return this.pass('element');
    if (state === 'value') return this.begin();
    if (state === 'element' && code === CLOSE_LIST && !this.afterComma) {
      pieces.push({ member: this.member, element: false, text: '[]', line: this.line });
      return this.pass('after member');
    }
    if (state === 'element') return this.begin();
    if (state === 'after element' && code === COMMA) return this.pass('element', true);
    if (state === 'after element' && code === CLOSE_LIST) return this.pass('after member');
    if (state === 'after member' && code === COMMA) return this.pass('member', true);
    if (state === 'after member' && code === CLOSE) return this.pass('end');
    throw this.broken('is not valid JSON');
  }

  private pass(next: State, afterComma = false): true {
    this.at++;
    this.state = next;
    this.afterComma = afterComma;
    return true;
  }

  private begin(): true {
    this.open = { parts: [], length: 0, line: this.line, depth: 0, quoted: false, escaped: false };
    return true;
  }

  private finish(pieces: Piece[]): boolean {
    const open = this.open!;
    const from = this.at;
    const isWhole = this.passValue(open);
    open.parts.push(this.text.slice(from, this.at));
    open.length += this.at - from;
    if (!isWhole) return false;
    const text = open.parts.join('');
    this.open = null;
    if (this.state === 'member') {
      this.member = this.parse(text, open.line) as string;
      this.state = 'colon';
      return true;
    }
    const element = this.state === 'element';
    pieces.push({ member: this.member, element, text, line: open.line });
    this.state = element ? 'after element' : 'after member';
    return true;
  }

  private parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new BrokenJson(line, 'is not valid JSON');
    }
  }

  /** Goes to the end of the open value; false where that has not come yet. */
  private passValue(open: OpenValue): boolean {
    const { text } = this;
    const from = this.at;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (open.quoted) {
        if (open.escaped) open.escaped = false;
        else if (code === BACKSLASH) open.escaped = true;
        else if (code === QUOTE) {
          open.quoted = false;
          if (open.depth === 0) return this.passLast();
        }
      } else if (code === QUOTE) {
        // A text that follows upon another value is no part of it.
        if (open.depth === 0 && (this.at > from || open.length > 0)) return true;
        open.quoted = true;
      } else if (code === OPEN || code === OPEN_LIST) {
        if (++open.depth > MOST_DEPTH) throw this.broken('is nested too deeply');
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.depth === 0) return true;
        if (--open.depth === 0) return this.passLast();
      } else if (open.depth === 0 && (code === COMMA || code === 32 || code === 10 || code === 13 || code === 9)) {
        return true;
      } else if (code === 10) this.line++;
    }
    return false;
  }

  private passLast(): true {
    this.at++;
    return true;
  }

  private broken(what: string): BrokenJson {
    return new BrokenJson(this.line, what);
  }
}
