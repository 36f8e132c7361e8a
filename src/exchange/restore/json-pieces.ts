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
  /** The value that is open: where it begins, in which line, and how far it has been looked through. */
  private open: { from: number; line: number; to: number; depth: number; quoted: boolean } | null = null;

  constructor(private readonly largest: number) {}

  /** The pieces that are complete with this text. */
  push(text: string): Piece[] {
    const from = this.open?.from ?? this.at;
    this.text = this.text.slice(from) + text;
    this.at -= from;
    if (this.open) {
      this.open.from = 0;
      this.open.to -= from;
    }
    const pieces: Piece[] = [];
    while (this.step(pieces));
    if (this.text.length - (this.open?.from ?? this.at) > this.largest) throw this.broken('holds too much in one row');
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
    this.open = { from: this.at, line: this.line, to: this.at, depth: 0, quoted: false };
    return true;
  }

  private finish(pieces: Piece[]): boolean {
    const open = this.open!;
    const end = this.endOf(open);
    if (end < 0) return false;
    const text = this.text.slice(open.from, end);
    this.at = end;
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

  /** Where the value ends that is open; -1 while that has not come yet. */
  private endOf(open: NonNullable<JsonPieces['open']>): number {
    const { text } = this;
    for (; open.to < text.length; open.to++) {
      const code = text.charCodeAt(open.to);
      if (open.quoted) {
        if (code === BACKSLASH) {
          if (open.to + 1 >= text.length) return -1;
          open.to++;
        } else if (code === QUOTE) {
          open.quoted = false;
          if (open.depth === 0) return open.to + 1;
        }
      } else if (code === QUOTE) {
        // A text that follows upon another value is no part of it.
        if (open.depth === 0 && open.to > open.from) return open.to;
        open.quoted = true;
      } else if (code === OPEN || code === OPEN_LIST) {
        if (++open.depth > MOST_DEPTH) throw this.broken('is nested too deeply');
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.depth === 0) return open.to;
        if (--open.depth === 0) return open.to + 1;
      } else if (open.depth === 0 && (code === COMMA || code === 32 || code === 10 || code === 13 || code === 9)) {
        return open.to;
      } else if (code === 10) this.line++;
    }
    return -1;
  }

  private broken(what: string): BrokenJson {
    return new BrokenJson(this.line, what);
  }
}
