import { checkMembers } from '../../../validation/check.js';
import { nestedFault, mustBe, required, unknownMember, type Rule } from '../../../validation/rule.js';
import type { Fault } from '../../../core/errors.js';
import { isStorableText } from '../../../core/storable-text.js';
import { isObject } from '../../../core/objects.js';
import { oneOf } from '../../../validation/texts.js';
import { ANSWERS } from '../decisions.checks.js';
import { year } from '../reading/dates.js';
import { ENCODINGS, encodingNamed } from '../reading/encoding.checks.js';
import { wholeFrom } from '../../../validation/numbers.js';

/** Maximum number of rows in one request. */
const MAX_ROW_DECISIONS = 1000;
const MAX_CELL_LENGTH = 10_000;
const MAX_ROW = 2 ** 31 - 1;
const MAX_ENTRIES = 10_000;

export interface RowDecision {
  row: number;
  skip?: boolean | null;
  cells?: Record<string, string | null> | null;
}

/** Returns a rule for an object. Each value must be null or accepted by `fits`. */
function recordOf(what: string, fits: (value: unknown) => boolean, item: object): Rule<Record<string, string | null>> {
  return {
    what,
    schema: { type: 'object', additionalProperties: item },
    read(value) {
      if (!isObject(value) || Object.keys(value).length > MAX_ENTRIES) return mustBe(what, value);
      return Object.values(value).every((each) => each === null || fits(each))
        ? (value as Record<string, string | null>)
        : mustBe(what, value);
    },
  };
}

const isCell = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_CELL_LENGTH && isStorableText(value);

const cells = recordOf(`an object: header → text of at most ${MAX_CELL_LENGTH} characters, or null`, isCell, {
  type: ['string', 'null'],
  maxLength: MAX_CELL_LENGTH,
});

const flag: Rule<boolean> = {
  what: 'true or false',
  schema: { type: 'boolean' },
  read: (value) => (typeof value === 'boolean' ? value : mustBe('true or false', value)),
};

const ROW_MEMBERS = ['row', 'skip', 'cells'];
const rowNumber = wholeFrom(1, MAX_ROW);

function faultsOfRow(value: unknown): Fault[] {
  if (!isObject(value)) return mustBe('an object with row, and skip or cells', value).at('');
  const { row } = value;
  const faults = Object.keys(value)
    .filter((member) => !ROW_MEMBERS.includes(member))
    .map((member) => unknownMember(member, ROW_MEMBERS));
  if (row == null) faults.push({ path: 'row', ...required(rowNumber.what) });
  return [...faults, ...checkMembers({ row: rowNumber, skip: flag, cells }, value).faults];
}

const rows: Rule<RowDecision[]> = {
  what: `a list of at most ${MAX_ROW_DECISIONS} objects with row, and skip or cells`,
  schema: {
    type: 'array',
    maxItems: MAX_ROW_DECISIONS,
    items: {
      type: 'object',
      required: ['row'],
      additionalProperties: false,
      properties: {
        row: { ...rowNumber.schema, description: 'Row of the file, from 1.' },
        skip: { type: ['boolean', 'null'], description: 'Whether the row is left out.' },
        cells: {
          ...cells.schema,
          type: ['object', 'null'],
          description: 'Header → text that replaces the text of the cell. Null removes an earlier replacement.',
        },
      },
    },
  },
  read(value) {
    if (!Array.isArray(value) || value.length > MAX_ROW_DECISIONS) return mustBe(this.what, value);
    const faults = value.flatMap((each, index) =>
      faultsOfRow(each).map((fault) => ({
        ...fault,
        path: [index, fault.path].filter((part) => part !== '').join('.'),
      })),
    );
    return faults.length > 0 ? nestedFault(faults) : (value as RowDecision[]);
  },
};

const text = (maximum: number): Rule<string> => ({
  what: `text of at most ${maximum} characters`,
  schema: { type: 'string', maxLength: maximum },
  read: (value) =>
    typeof value === 'string' && value.length <= maximum
      ? value || null
      : mustBe(`text of at most ${maximum} characters`, value),
});

const encoding: Rule<string> = {
  what: `one of ${ENCODINGS.join(', ')}`,
  schema: { type: 'string', enum: ENCODINGS },
  read: (value) =>
    (typeof value === 'string' && encodingNamed(value)) || mustBe(`one of ${ENCODINGS.join(', ')}`, value),
};

const A_YEAR = 'a year of four digits, at most next year';
const evalYear: Rule<number> = {
  what: A_YEAR,
  schema: { type: 'integer' },
  read(value) {
    const found = typeof value === 'number' ? year(String(value)) : undefined;
    return typeof found === 'number' ? found : mustBe(A_YEAR, value);
  },
};

/** Rules of decisions about a checked file. */
export const DECISION_RULES = {
  rows,
  skipFaulty: flag,
  identifiers: recordOf(
    'an object: identifier → "same", "another" or null',
    (value) => (ANSWERS as readonly unknown[]).includes(value),
    { enum: [...ANSWERS, null] },
  ),
  mapping: recordOf('an object: header → field name, or null', (value) => typeof value === 'string', {
    type: ['string', 'null'],
  }),
  sheet: text(255),
  generation: oneOf(['F0', 'F1']),
  evalYear,
  encoding,
  dryRun: flag,
};

/** Members that change how the file is read. */
export const READING_MEMBERS = ['mapping', 'sheet', 'generation', 'evalYear', 'encoding'] as const;
