import { TooLarge } from '../budget.js';
import { LIMITS } from '../limits.js';
import { textCode } from './code.js';
import { Kept } from './kept.js';
import type { Complete, FieldPlan, Form } from './plan.js';
import { Irregular, isThenable, type Run } from './run.js';

/** Text of which some is still to come: texts and others such as this, in their order. */
class Parts {
  private readonly list: unknown[] = [];

  add(part: unknown): void {
    this.list.push(part);
  }

  await(value: PromiseLike<unknown>, complete: Complete, run: Run): void {
    run.await(value, complete, this.list, this.list.length);
  }

  /** @returns the whole of it, put together once */
  joined(): string {
    if (this.list.length > 1) {
      let text = '';
      // Added up, not joined: all of it is copied once, when the answer is made bytes.
      for (const part of this.list) {
        text += written(part);
        bounded(text.length);
      }
      this.list.length = 0;
      this.list.push(text);
    }
    return written(this.list[0]);
  }
}

/** @throws {TooLarge} what lists without pages come to, one in another, is known by its length alone */
function bounded(length: number): void {
  if (length > LIMITS.answer) throw new TooLarge(`${LIMITS.answer / 2 ** 20} MiB`);
}

/** What a run in the form of text came to. */
export const written = (told: unknown): string => (told instanceof Parts ? told.joined() : (told as string));

/**
 * An answer as its JSON, for whoever sends it as it is: no object is made of what is text in the end, and what comes at
 * many places, as ancestors do, is written once. What is remembered from request to request (see `Herds`) is written
 * once for all of them.
 */
export const TEXT: Form = {
  nothing: 'null',
  leaf(value) {
    if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new Irregular();
    return text;
  },
  list(values, complete, run) {
    const writer = new Writer(run);
    let before = '[';
    for (const value of values) {
      writer.write(before, value, complete);
      before = ',';
    }
    return writer.end(values.length > 0 ? ']' : '[]');
  },
  rowOf(fields, isFirst) {
    if (fields.length === 0) return () => '{}';
    const segments = segmentsOf(fields, !isFirst);
    const [only, ...others] = segments;
    const write: Complete = (source, run) => {
      const writer = new Writer(run);
      for (const segment of segments) {
        const text = segment.textOf(source, run);
        if (text === undefined) segment.write(writer, source, run);
        else writer.add(text);
      }
      return writer.end('}');
    };
    if (others.length > 0) return write;
    return (source, run) => {
      const text = only!.textOf(source, run);
      return text === undefined ? write(source, run) : `${text}}`;
    };
  },
};

/** Puts texts together, and parts only where something is to be waited for. */
class Writer {
  private text = '';
  private parts: Parts | undefined;

  constructor(private readonly run: Run) {}

  add(text: string): void {
    this.text += text;
  }

  write(label: string, value: unknown, complete: Complete): void {
    this.text += label;
    if (isThenable(value)) return this.cut().await(value, complete, this.run);
    const told = complete(value, this.run);
    if (typeof told !== 'string') return this.cut().add(told);
    this.text += told;
    bounded(this.text.length);
  }

  end(text: string): unknown {
    this.text += text;
    return this.parts ? this.cut() : this.text;
  }

  private cut(): Parts {
    this.parts ??= new Parts();
    this.parts.add(this.text);
    this.text = '';
    return this.parts;
  }
}

/** Rows of a place after which it is worth its own code: most documents that are asked once never come to so many. */
const WORTH = 30;

/** Fields of a row that stand side by side: plain ones, which are kept together, or another. */
class Segment {
  private readonly fields: FieldPlan[] = [];
  private readonly labels: string[] = [];
  private readonly texts = new Kept<string>(({ length }) => length);
  private rows = 0;
  private code: ((source: unknown, run: Run) => string) | undefined;

  constructor(
    /** Until a value was a function, or still to come. */
    private isPlain: boolean,
    /** Not of what is there once, with an answer that is remembered as a whole where it comes again. */
    private readonly keeps: boolean,
  ) {}

  add(label: string, field: FieldPlan): void {
    this.labels.push(label);
    this.fields.push(field);
  }

  write(writer: Writer, source: unknown, run: Run): void {
    this.fields.forEach((field, at) => writer.write(this.labels[at]!, run.valueOf(field, source), field.complete));
  }

  /** @returns undefined for what may have to be waited for */
  textOf(source: unknown, run: Run): string | undefined {
    if (!this.isPlain) return undefined;
    if (!this.keeps) return this.made(source, run);
    const known = this.texts.get(source as object);
    if (known !== undefined) return known;
    if (typeof source !== 'object' || !Object.isFrozen(source)) return this.made(source, run);
    // Joined, not added up: what is kept is to be one text in memory.
    const text = this.pieces(source, run)?.join('');
    if (text !== undefined) this.texts.set(source!, text);
    return text;
  }

  private made(source: unknown, run: Run): string | undefined {
    if (this.code) return this.byCode(this.code, source, run);
    this.rows += 1;
    if (this.rows === WORTH) this.code = textCode(this.fields, this.labels);
    return this.pieces(source, run)?.join('');
  }

  private byCode(code: ReturnType<typeof textCode>, source: unknown, run: Run): string {
    try {
      return code(source, run);
    } catch (error) {
      // So that it is waited for the next time.
      if (error instanceof Irregular) this.isPlain = false;
      throw error;
    }
  }

  private pieces(source: unknown, run: Run): string[] | undefined {
    const values = this.fields.map(({ name }) => (source as Readonly<Record<string, unknown>>)[name]);
    if (values.some((value) => typeof value === 'function' || isThenable(value))) {
      this.isPlain = false;
      return undefined;
    }
    return this.fields.map((field, at) => this.labels[at]! + (field.complete(values[at], run) as string));
  }
}

function segmentsOf(fields: readonly FieldPlan[], keep: boolean): Segment[] {
  const segments: Segment[] = [];
  for (const [index, field] of fields.entries()) {
    const isPlain = field.leaf !== undefined;
    const isNext = isPlain && fields[index - 1]?.leaf !== undefined;
    if (!isNext) segments.push(new Segment(isPlain, keep));
    segments.at(-1)!.add(`${index === 0 ? '{' : ','}${JSON.stringify(field.key)}:`, field);
  }
  return segments;
}
