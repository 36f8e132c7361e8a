import type { Leaf, LeafKind } from './leaves.js';
import type { FieldPlan } from './plan.js';
import { Irregular, isThenable, type Run } from './run.js';

type Fill = (source: unknown, run: Run) => unknown;

/**
 * Functions written out for the fields of one place: each property by its name, as V8 reads it in a fraction of the time
 * that it takes to look a name up that it is handed. The names are those of our schema, and aliases, which GraphQL lets
 * be words alone; both stand there as JSON.
 */
function written(fields: readonly FieldPlan[], body: readonly string[], slowly: unknown): Fill {
  const code = `return (source, run) => { ${body.join(' ')} }`;
  const make = new Function('fields', 'slowly', constants(fields) + code) as (...given: unknown[]) => Fill;
  return make(fields, slowly);
}

const constants = (fields: readonly FieldPlan[]): string =>
  fields.map((_, at) => `const field${at} = fields[${at}], known${at} = field${at}.leaf?.known; `).join('');

/** Conditions under which a value needs no look at its type: of numbers, those that JSON and GraphQL have. */
const AS_IT_IS: Record<LeafKind, ((value: string) => string) | undefined> = {
  text: (value) => `typeof ${value} === 'string'`,
  number: (value) => `typeof ${value} === 'number' && ${value} - ${value} === 0`,
  'whole number': (value) => `typeof ${value} === 'number' && (${value} | 0) === ${value}`,
  'one of few': undefined,
  other: undefined,
};

const valueOf = ({ name }: FieldPlan, at: number) => `const value${at} = source[${JSON.stringify(name)}];`;

/**
 * @param plainly what is told of a value that is told as it is, of text
 * @param slowly what is told of any value
 */
function leafCode(
  { kind }: Leaf,
  at: number,
  plainly: (value: string, kind: LeafKind) => string,
  slowly: string,
): string {
  const value = `value${at}`;
  if (kind === 'one of few') return `known${at}.get(${value}) ?? ${slowly}`;
  const condition = AS_IT_IS[kind]?.(value);
  return condition === undefined ? slowly : `${condition} ? ${plainly(value, kind)} : ${slowly}`;
}

/** @throws {Irregular} for what is no value yet, and was one in all rows before */
function toldInText(field: FieldPlan, value: unknown, run: Run): unknown {
  if (typeof value === 'function' || isThenable(value)) throw new Irregular();
  return field.complete(value, run);
}

/** Plain fields of a row as text, each after its label. */
export function textCode(
  fields: readonly FieldPlan[],
  labels: readonly string[],
): (source: unknown, run: Run) => string {
  const texts = fields.map((field, at) => {
    const plainly = (value: string, kind: LeafKind) => (kind === 'text' ? `JSON.stringify(${value})` : value);
    const slowly = `slowly(field${at}, value${at}, run)`;
    return `${JSON.stringify(labels[at])} + (${leafCode(field.leaf!, at, plainly, slowly)})`;
  });
  const body = [...fields.map(valueOf), `return ${texts.join(' + ')};`];
  return written(fields, body, toldInText) as (source: unknown, run: Run) => string;
}

/** What is still to come is put in its place when it has. */
function toldInRow(field: FieldPlan, value: unknown, source: unknown, run: Run, row: Record<string, unknown>): unknown {
  const come = typeof value === 'function' ? run.valueOf(field, source) : value;
  if (!isThenable(come)) return field.complete(come, run);
  run.await(come, field.complete, row, field.key);
  return undefined;
}

/** A row with the fields. */
export function objectCode(fields: readonly FieldPlan[]): (source: unknown, run: Run) => object {
  // With all its properties from the beginning: they come in their order, and V8 makes it at once as it is to be.
  const row = fields.map(({ key }) => `${JSON.stringify(key)}: undefined`).join(', ');
  const fills = fields.map((field, at) => {
    const slowly = `slowly(field${at}, value${at}, source, run, row)`;
    const [value, told] = field.leaf
      ? [valueOf(field, at), leafCode(field.leaf, at, (plain) => plain, slowly)]
      : [`const value${at} = run.valueOf(field${at}, source);`, slowly];
    return `${value} row[${JSON.stringify(field.key)}] = ${told};`;
  });
  return written(fields, [`const row = { ${row} };`, ...fills, 'return row;'], toldInRow) as (
    source: unknown,
    run: Run,
  ) => object;
}
