import { sql, type RawBuilder } from 'kysely';
import { isStorableText, UNSTORABLE_TEXT } from '../../../core/storable-text.js';
import { wholeFrom } from '../../../validation/numbers.js';
import { ValueFault, mustBe, type Rule } from '../../../validation/rule.js';
import { idOf } from '../../../validation/texts.js';

/**
 * Type of a member of an exported row: how an export selects its value and how a restore reads it. The value null means
 * unknown.
 */
export interface Kind {
  /** SQL type of the member's column. */
  type: string;
  /** Expression to select instead of the column. */
  select?: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Converts a value of the file to a value of the column, or returns an error. Not called for null members. */
  read: (value: unknown) => unknown;
  /** Section of the row that the member refers to by id. */
  refersTo?: string;
  required?: boolean;
  /** Whether the member is only for readers of the file. A restore checks the member, but does not store it. */
  exportOnly?: boolean;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const MAX_LIST_ITEMS = 1024;

const UNSTORABLE = new ValueFault(UNSTORABLE_TEXT);

/** Returns a kind that checks values with the rule of GraphQL and REST. */
export function byRule(rule: Rule, type: string): Kind {
  return {
    type,
    read: (value) => (typeof value === 'string' && !isStorableText(value) ? UNSTORABLE : rule.read(value)),
  };
}

/** Text without any normalization. */
export function verbatim(maxLength: number): Kind {
  return {
    type: 'text',
    read(value) {
      if (typeof value !== 'string') return mustBe('text', value);
      if (value.length > maxLength)
        return new ValueFault(`must have at most ${maxLength} characters, not ${value.length}`);
      return isStorableText(value) ? value : UNSTORABLE;
    },
  };
}

/**
 * An enumeration whose values have other names in the database.
 * @param inColumn name in the file → name in the database
 */
export function words(inColumn: Readonly<Record<string, string>>): Kind {
  const stored = new Map(Object.entries(inColumn));
  const others = [...stored].filter(([word, column]) => word !== column);
  const cases = sql.join(
    others.map(([word, column]) => sql`when ${sql.lit(column)} then ${sql.lit(word)}`),
    sql` `,
  );
  return {
    type: 'text',
    select: (column) => sql`case ${column} ${cases} else ${column} end`,
    read: (value) => stored.get(value as string) ?? mustBe(`one of ${[...stored.keys()].join(', ')}`, value),
  };
}

/** A list of values of another kind. */
export function listOf(kind: Kind): Kind {
  const { select } = kind;
  return {
    type: `${kind.type}[]`,
    ...(select && {
      select: (column) =>
        sql`array(select ${select(sql`element`)} from unnest(${column}) with ordinality as list(element, place) order by place)`,
    }),
    read(values) {
      if (!Array.isArray(values) || values.length > MAX_LIST_ITEMS) {
        return mustBe(`a list of at most ${MAX_LIST_ITEMS} values`, values);
      }
      const found = values.map((value) => kind.read(value));
      return found.find((value) => value instanceof ValueFault) ?? found;
    },
  };
}

export const count = byRule(wholeFrom(0, 2_147_483_647), 'integer');

/** Any finite number. */
export const number: Kind = {
  type: 'double precision',
  read: (value) => (Number.isFinite(value) ? value : mustBe('a number', value)),
};

/** A time in UTC. An export contains milliseconds; a restore also accepts times without them. */
export const time: Kind = {
  type: 'timestamptz(3)',
  select: inUtc,
  read: (value) =>
    typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)) && !value.startsWith('0000')
      ? value
      : mustBe('a time such as 2023-12-31T12:00:00.000Z', value),
};

/** Converts a time to text for JSON. */
export function inUtc(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Any JSON. */
export const json: Kind = { type: 'jsonb', read: (value) => (isStorable(value) ? value : UNSTORABLE) };

export const uuid: Kind = byRule(idOf('a row'), 'uuid');

/** The id of a row of another section. */
export const reference = (section: string): Kind => ({ ...uuid, refersTo: section });

export const required = (kind: Kind): Kind => ({ ...kind, required: true });
export const exportOnly = (kind: Kind): Kind => ({ ...kind, exportOnly: true });

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && isStorable(inner));
}
