import { sql, type RawBuilder } from 'kysely';

/** Seconds; a plain number or SQL. */
type Seconds = number | RawBuilder<unknown>;

/**
 * Whether a time is further in the future than possible. It was written before the clock was set back, and would
 * otherwise lock users out or delay work until that time comes again.
 * @param seconds the longest possible distance
 */
export const isTooFarAhead = (time: RawBuilder<unknown>, seconds: Seconds): RawBuilder<boolean> =>
  // Not `now()`, which is the time when the transaction began: the statement may have waited for another one since. One
  // second allows for rounding.
  sql`(${time} > clock_timestamp() + (${seconds}::float8 + 1) * interval '1 second')`;

/**
 * Whether a window or block that ends at `time` still applies.
 * @param seconds the longest possible duration of the window or block
 */
export const isInForce = (time: RawBuilder<unknown>, seconds: Seconds): RawBuilder<boolean> =>
  sql`(${time} > now() and not ${isTooFarAhead(time, seconds)})`;

/** The seconds from now until `time`, at most `seconds`. */
export const secondsUntil = (time: RawBuilder<unknown>, seconds: Seconds): RawBuilder<number> =>
  sql`least(extract(epoch from ${time} - now())::float8, ${seconds}::float8)`;
