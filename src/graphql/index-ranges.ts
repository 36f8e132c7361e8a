import { sql, type RawBuilder } from 'kysely';
import type { CursorValues } from './cursor.js';
import { NIL_UUID } from './ids.js';

export interface OrderKey<Row> {
  key: Extract<keyof Row, string>;
  descending?: boolean;
  nullable?: boolean;
  /**
   * Whether many rows can have the same value. If set, pages in descending order are read by `groupedPage`, which needs
   * an index on account, key and id.
   */
  grouped?: boolean;
}

type Sql = RawBuilder<unknown>;
type Key = Omit<OrderKey<never>, 'key'> & { column: Sql };
/** A sort key with its value at a position of the list. */
type Placed = Key & { value: CursorValues[number] };

/** A part of a list that is one range of an index. */
export interface IndexRange {
  /** SQL of the form `from … where …`, for rows called `q`. */
  from: Sql;
  by: Sql;
  /** Returns a statement to use instead of `from` and `by` if no rows are skipped. */
  page?: (limit: number) => Sql;
}

/**
 * The rows after a position, as index ranges in the order of the list. A single query would have to sort all rows:
 * nulls come last and ids ascend in both sort directions, and one index cannot have this order in both directions.
 * @param perValue the same as `from`, but for statements that run once for each value of the first key
 */
export function indexRanges(from: Sql, keys: Key[], place?: CursorValues, perValue = from): IndexRange[] {
  if (keys.length === 2) return singleKeyRanges(from, perValue, keys as [Key, Key], place);
  const by = sql.join(keys.map(direction));
  if (!place) return [{ from, by }];
  const ranges: IndexRange[] = [];
  const placed = placedAt(keys, place);
  // The last two keys form one range.
  const starts = [...placed.entries()].slice(0, Math.max(keys.length - 1, 1));
  for (const [index, key] of starts.reverse()) {
    const same = placed.slice(0, index).map(equals);
    const isLast = ranges.length === 0;
    const rest = isLast ? rowsAfter(placed.slice(index)) : greaterThan(key);
    if (rest) ranges.push({ from: sql`${from} and ${sql.join([...same, rest], sql` and `)}`, by });
  }
  return ranges;
}

/** The ranges of an order by one key and the id: rows with a value, then rows without a value. */
function singleKeyRanges(
  from: Sql,
  perValue: Sql,
  [key, { column: id }]: [Key, Key],
  place?: CursorValues,
): IndexRange[] {
  const { column, descending, nullable, grouped } = key;
  const [value, last] = place ?? [];
  const ranges: IndexRange[] = [];
  // The condition is redundant, but without it, the planner does not use partial indexes.
  const withValue = (rows: Sql) => (nullable ? sql`${rows} and ${column} is not null` : rows);
  if (value !== null) {
    const known = withValue(from);
    const rest = (place: CursorValues) =>
      descending
        ? rowsAfter(placedAt([{ column, descending }, { column: id }], place))
        : sql`(${column}, ${id}) > (${value}, ${last})`;
    ranges.push({
      from: place ? sql`${known} and ${rest(place)}` : known,
      by: sql.join([direction({ column, descending }), id]),
      ...(descending &&
        grouped && { page: (limit: number) => groupedPage(withValue(perValue), column, id, limit, place) }),
    });
  }
  if (nullable) {
    const unknown = sql`${from} and ${column} is null`;
    ranges.push({ from: value === null ? sql`${unknown} and ${id} > ${last}` : unknown, by: id });
  }
  return ranges;
}

/**
 * Reads a page with a descending key and ascending ids, from an index in which both ascend. The statement reads the
 * rows of one value after another until there are enough rows. An incremental sort would read all rows of a value,
 * which can be the whole list.
 */
function groupedPage(from: Sql, column: Sql, id: Sql, limit: number, place?: CursorValues): Sql {
  const [value, last] = place ?? [];
  const start = place
    ? sql`case when ${column} = ${value} then ${last}::uuid else ${NIL_UUID} end`
    : sql`${NIL_UUID}::uuid`;
  const begin = place ? sql`${from} and ${column} <= ${value}` : from;
  const ofGroup = sql`${from} and ${column} = "group".value and ${id} > "group".start`;
  return sql`
    with recursive "group" (value, start, before) as (
      (select ${column}, ${start}, 0 ${begin} order by ${column} desc limit 1)
      union all
      select next.value, ${NIL_UUID}::uuid, "group".before + size.rows
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

/** A condition for the rows after a position, as one range of the first key. */
function rowsAfter([key, ...rest]: Placed[]): Sql {
  const later = key && greaterThan(key);
  const same = key && rest.length > 0 ? sql`${equals(key)} and ${rowsAfter(rest)}` : undefined;
  if (!later) return same ?? sql`false`;
  const { column, descending, nullable, value } = key;
  const either = sql.join([later, ...(same ? [sql`(${same})`] : [])], sql` or `);
  return nullable ? sql`(${either})` : sql`${column} ${descending ? sql`<=` : sql`>=`} ${value} and (${either})`;
}

/** A condition for the rows with a later value. Undefined if the value is null, because nulls come last. */
function greaterThan({ column, descending, nullable, value }: Placed): Sql | undefined {
  if (value === null) return undefined;
  const after = sql`${column} ${descending ? sql`<` : sql`>`} ${value}`;
  return nullable ? sql`(${after} or ${column} is null)` : after;
}

const placedAt = (keys: Key[], place: CursorValues): Placed[] =>
  keys.map((key, index) => ({ ...key, value: place[index] ?? null }));

const equals = ({ column, value }: Placed): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}`;

function direction({ column, descending, nullable }: Key): Sql {
  return descending ? sql`${column} desc ${nullable ? sql`nulls last` : sql``}` : column;
}
