import { parseCursor } from '../graphql/cursor.js';
import { isPartialDate } from '../graphql/scalars.js';
import { isUuid } from '../validation/uuid.js';

export type ParameterKind =
  'integer' | 'number' | 'numbers' | 'enum' | 'date' | 'instant' | 'uuid' | 'text' | 'boolean' | 'cursor';

/**
 * The definition of a query parameter. The definition controls how the parameter is parsed, validated, documented and
 * mapped to a variable.
 */
export interface Parameter {
  name: string;
  /** The description, if it differs from the description of the argument or input field that the parameter sets. */
  description?: string;
  kind: ParameterKind;
  /** For the kinds `enum` and `numbers`: the GraphQL value of each allowed text. */
  values?: Readonly<Record<string, unknown>>;
  minimum?: number;
  maximum?: number;
  /** The value if the parameter is absent. */
  default?: string;
  required?: boolean;
  /**
   * Path in the document's variables, such as `filter.bornFrom`. Without a path, the value is not passed to the
   * document.
   */
  variable?: string;
  /** A parameter that must not be combined with this one. */
  insteadOf?: string;
}

interface KindRow {
  /** Parses a text to the GraphQL value; undefined if the text is invalid. */
  read(text: string, parameter: Parameter): unknown;
  /** Describes a valid value; completes "must be …". */
  expected(parameter: Parameter): string;
}

/**
 * RFC 3339 with an optional time. A space instead of the `+` of the offset is also accepted, because an unescaped `+`
 * in a URL becomes a space.
 */
const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+\- ]\d{2}:\d{2}))?$/i;
const MAX_INT = 2 ** 31 - 1;
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Parsers and descriptions of the kinds of parameters. */
export const KINDS: Record<ParameterKind, KindRow> = {
  integer: {
    read(text, { minimum = -MAX_INT, maximum = MAX_INT }) {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
    expected: ({ minimum = -MAX_INT, maximum = MAX_INT }) => `a whole number from ${minimum} to ${maximum}`,
  },
  number: {
    read(text, { minimum = -Infinity, maximum = Infinity }) {
      const value = DECIMAL.test(text) ? Number(text) : NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
    expected: ({ minimum, maximum }) => `a number from ${minimum} to ${maximum}, such as 0.5`,
  },
  numbers: {
    read(text, { values = {}, minimum = -Infinity, maximum = Infinity }) {
      const found: Record<string, number> = {};
      for (const part of text.split(',')) {
        const [word = '', number = '', ...more] = part.split(':');
        const value = DECIMAL.test(number) ? Number(number) : NaN;
        const key = Object.hasOwn(values, word) ? (values[word] as string) : undefined;
        if (more.length > 0 || key === undefined || key in found || !(value >= minimum && value <= maximum))
          return undefined;
        found[key] = value;
      }
      return found;
    },
    expected: ({ values = {}, minimum, maximum }) =>
      `a list of words with numbers from ${minimum} to ${maximum}, such as ${Object.keys(values).slice(0, 2).join(':2,')}:1, each word at most once; the words are ${Object.keys(values).join(', ')}`,
  },
  enum: {
    read: (text, { values = {} }) => (Object.hasOwn(values, text) ? values[text] : undefined),
    expected: ({ values = {} }) => `one of ${Object.keys(values).join(', ')}`,
  },
  date: {
    read: (text) => (isPartialDate(text) ? text : undefined),
    expected: () => 'a date such as 2023-06-21, or a year alone such as 2023',
  },
  instant: { read: instant, expected: () => 'a time such as 2023-06-21T08:30:00Z, or a date such as 2023-06-21' },
  uuid: { read: (text) => (isUuid(text) ? text.toLowerCase() : undefined), expected: () => 'a UUID' },
  text: {
    // PostgreSQL cannot store NUL.
    read: (text) => (text !== '' && [...text].length <= 500 && !text.includes('\0') ? text : undefined),
    expected: () => 'a text of 1 to 500 characters',
  },
  boolean: {
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
    expected: () => 'true or false',
  },
  cursor: {
    // The GraphQL list checks the content. The format is checked here, so that its fault is reported with all others.
    read: (text) => (parseCursor(text) ? text : undefined),
    expected: () => 'a cursor from an earlier response',
  },
};

function instant(text: string): string | undefined {
  const [, day, time = '00:00', zone = 'Z'] = INSTANT.exec(text) ?? [];
  if (!day || !isPartialDate(day)) return undefined;
  const date = new Date(`${day}T${time}${zone.replace(' ', '+')}`.toUpperCase());
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
    ? undefined
    : date.toISOString();
}
