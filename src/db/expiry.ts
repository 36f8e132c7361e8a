import { sql, type RawBuilder } from 'kysely';

/** A number of seconds, or SQL for it. */
type Seconds = number | RawBuilder<unknown>;

/**
 * Whether a time is further in the future than possible. Such a time was written before the clock was set back, and
 * would lock users out, or delay work, until the clock reaches this time again.
 * @param seconds the longest possible time from now
 */
export const isTooFarAhead = (time: RawBuilder<unknown>, seconds: Seconds): RawBuilder<boolean> =>
  // `now()` is not used, because it is the start of the transaction. Since then, the statement may have waited for
  // another transaction that wrote a later time. One second allows for rounding.
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
