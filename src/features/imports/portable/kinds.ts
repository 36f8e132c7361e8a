import { sql, type RawBuilder } from 'kysely';
import { wholeFrom } from '../../../validation/numbers.js';
import { ValueFault, mustBe, type Rule } from '../../../validation/rule.js';
import { idOf } from '../../../validation/texts.js';

/** What a member of an exported row may hold, on its way out of a column and back into it. Null is nothing said. */
export interface Kind {
  /** The type of its column. */
  type: string;
  /** What is selected in place of the column itself. */
  select?: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The file's value as the column has it, or what is wrong with it. It is never asked about null. */
  read: (value: unknown) => unknown;
  /** The section whose row it names by its id. */
  refersTo?: string;
  required?: boolean;
  /** Told for whoever reads the file; a restored row has its own. */
  onlyTold?: boolean;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const MOST_IN_A_LIST = 1024;

const UNSTORABLE = new ValueFault('must not contain NUL or unpaired surrogates');
const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** What may be written there by any other way. */
export function ruled(rule: Rule, type: string): Kind {
  return {
    type,
    read: (value) => (typeof value === 'string' && !storable(value) ? UNSTORABLE : rule.read(value)),
  };
}

/** Text to the letter. */
export function verbatim(most: number): Kind {
  return {
    type: 'text',
    read(value) {
      if (typeof value !== 'string') return mustBe('text', value);
      if (value.length > most) return new ValueFault(`must have at most ${most} characters, not ${value.length}`);
      return storable(value) ? value : UNSTORABLE;
    },
  };
}

/** Words that are others in the column. */
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

/** A list of what another kind holds. */
export function listOf(kind: Kind): Kind {
  const { select } = kind;
  return {
    type: `${kind.type}[]`,
    ...(select && {
      select: (column) =>
        sql`array(select ${select(sql`element`)} from unnest(${column}) with ordinality as list(element, place) order by place)`,
    }),
    read(values) {
      if (!Array.isArray(values) || values.length > MOST_IN_A_LIST) {
        return mustBe(`a list of at most ${MOST_IN_A_LIST}`, values);
      }
      const found = values.map((value) => kind.read(value));
      return found.find((value) => value instanceof ValueFault) ?? found;
    },
  };
}

export const count = ruled(wholeFrom(0, 2_147_483_647), 'integer');

/** Any number but one that is too large to be one. */
export const number: Kind = {
  type: 'double precision',
  read: (value) => (Number.isFinite(value) ? value : mustBe('a number', value)),
};

/** An instant, to the millisecond, in UTC. */
export const time: Kind = {
  type: 'timestamptz(3)',
  select: inUtc,
  read: (value) =>
    typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)) && !value.startsWith('0000')
      ? value
      : mustBe('a time such as 2023-12-31T12:00:00.000Z', value),
};

/** A time as JSON tells it. */
export function inUtc(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Any JSON. */
export const json: Kind = { type: 'jsonb', read: (value) => (isStorable(value) ? value : UNSTORABLE) };

export const uuid: Kind = ruled(idOf('a row'), 'uuid');

/** The id of a row of another section. */
export const reference = (section: string): Kind => ({ ...uuid, refersTo: section });

export const required = (kind: Kind): Kind => ({ ...kind, required: true });
export const onlyTold = (kind: Kind): Kind => ({ ...kind, onlyTold: true });

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => storable(name) && isStorable(inner));
}
