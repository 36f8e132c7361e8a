import { sql, type RawBuilder } from 'kysely';
import type { Place } from './cursor.js';
import { NIL } from './ids.js';

export interface OrderKey<Row> {
  key: Extract<keyof Row, string>;
  descending?: boolean;
  nullable?: boolean;
  /** Many rows may have the same value, and an index stands over the account, this key and the id. */
  grouped?: boolean;
}

type Sql = RawBuilder<unknown>;
type Key = Omit<OrderKey<never>, 'key'> & { column: Sql };

/** A part of a list that is a range of an index, where there is one of the order. */
export interface IndexRange {
  /** `from … where …`, of rows that are called `q`. */
  from: Sql;
  by: Sql;
  /** In place of a statement made of these, where no row is jumped over. */
  page?: (limit: number) => Sql;
}

/**
 * What is left of a list behind a place, in its order. Asked for at once, all of it would have to be sorted: nulls come
 * last either way, and ids go up either way, which no index has both upwards and downwards.
 * @param perValue `from` for statements that read it once for each of several values
 */
export function indexRanges(from: Sql, keys: Key[], place?: Place, perValue = from): IndexRange[] {
  if (keys.length === 2) return ofOneKey(from, perValue, keys as [Key, Key], place);
  const by = sql.join(keys.map(direction));
  if (!place) return [{ from, by }];
  const stretches: IndexRange[] = [];
  for (let index = Math.max(keys.length - 2, 0); index >= 0; index -= 1) {
    const same = keys.slice(0, index).map(({ column }, at) => is(column, place[at]!));
    const isLast = stretches.length === 0;
    const rest = isLast ? behind(keys.slice(index), place.slice(index)) : later(keys[index]!, place[index]!);
    if (rest) stretches.push({ from: sql`${from} and ${sql.join([...same, rest], sql` and `)}`, by });
  }
  return stretches;
}

/** By one key and then by the id: rows that have a value, then those that have none. */
function ofOneKey(from: Sql, perValue: Sql, [key, { column: id }]: [Key, Key], place?: Place): IndexRange[] {
  const { column, descending, nullable, grouped } = key;
  const [value, last] = place ?? [];
  const stretches: IndexRange[] = [];
  // Said even where it follows: an index of only those with a value is not taken otherwise.
  const withValue = (rows: Sql) => (nullable ? sql`${rows} and ${column} is not null` : rows);
  if (value !== null) {
    const known = withValue(from);
    const rest = () =>
      descending
        ? behind([{ column, descending }, { column: id }], place!)
        : sql`(${column}, ${id}) > (${value}, ${last})`;
    stretches.push({
      from: place ? sql`${known} and ${rest()}` : known,
      by: sql.join([direction({ column, descending }), id]),
      ...(descending &&
        grouped && { page: (limit: number) => byGroups(withValue(perValue), column, id, limit, place) }),
    });
  }
  if (nullable) {
    const unknown = sql`${from} and ${column} is null`;
    stretches.push({ from: value === null ? sql`${unknown} and ${id} > ${last}` : unknown, by: id });
  }
  return stretches;
}

/**
 * A page downwards by a key and upwards by the id, from an index that goes upwards by both: value after value, until
 * their rows are enough. An incremental sort would read each group as a whole, which may be the whole list.
 */
function byGroups(from: Sql, column: Sql, id: Sql, limit: number, place?: Place): Sql {
  const [value, last] = place ?? [];
  const start = place ? sql`case when ${column} = ${value} then ${last}::uuid else ${NIL} end` : sql`${NIL}::uuid`;
  const begin = place ? sql`${from} and ${column} <= ${value}` : from;
  const ofGroup = sql`${from} and ${column} = "group".value and ${id} > "group".start`;
  return sql`
    with recursive "group" (value, start, before) as (
      (select ${column}, ${start}, 0 ${begin} order by ${column} desc limit 1)
      union all
      select next.value, ${NIL}::uuid, "group".before + size.rows
      from "group"
      cross join lateral (
        select count(*)::integer as rows from (select ${ofGroup} order by ${id} limit ${limit}) page
      ) size
      cross join lateral (
        select ${column} as value ${from} and ${column} < "group".value order by ${column} desc limit 1
      ) next
      where "group".before + size.rows < ${limit}
    )
    select q.* from "group" cross join lateral (select q.* ${ofGroup} order by ${id} limit ${limit}) q
    order by "group".value desc, ${id} limit ${limit}`;
}

/** Rows behind a place, as one range as far as the first key goes. */
function behind([key, ...rest]: Key[], [value, ...values]: Place): Sql {
  const { column, nullable } = key!;
  const same = rest.length > 0 ? sql`${is(column, value!)} and ${behind(rest, values)}` : undefined;
  if (value === null) return same ?? sql`false`;
  const either = sql.join([later(key!, value!)!, ...(same ? [sql`(${same})`] : [])], sql` or `);
  return nullable ? sql`(${either})` : sql`${column} ${key!.descending ? sql`<=` : sql`>=`} ${value} and (${either})`;
}

/** Rows with a value that comes later; there are none behind those without. */
function later({ column, descending, nullable }: Key, value: Place[number]): Sql | undefined {
  if (value === null) return undefined;
  const beyond = sql`${column} ${descending ? sql`<` : sql`>`} ${value}`;
  return nullable ? sql`(${beyond} or ${column} is null)` : beyond;
}

const is = (column: Sql, value: Place[number]): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}`;

function direction({ column, descending, nullable }: Key): Sql {
  return descending ? sql`${column} desc ${nullable ? sql`nulls last` : sql``}` : column;
}
