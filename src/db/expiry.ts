import { sql, type RawBuilder } from 'kysely';

/** Seconds; a plain number or SQL. */
type Seconds = number | RawBuilder<unknown>;

/**
 * Whether a time lies further ahead than it ever could. It was written before the clock was set back, and would lock
 * people out, or put work off, until that time comes again.
 * @param seconds the longest that it can lie ahead
 */
export const isTooFarAhead = (until: RawBuilder<unknown>, seconds: Seconds): RawBuilder<boolean> =>
  // Not `now()`: a statement that waited for another may have begun before that did. A second for the rounding.
  sql`(${until} > clock_timestamp() + (${seconds}::float8 + 1) * interval '1 second')`;

/**
 * Whether a window, a block or a count that lasts until a time still applies: its end has not come, and is not void.
 * @param seconds the longest that it can last
 */
export const isInForce = (until: RawBuilder<unknown>, seconds: Seconds): RawBuilder<boolean> =>
  sql`(${until} > now() and not ${isTooFarAhead(until, seconds)})`;

/** The seconds from now until a time, at most as many as it can last. */
export const secondsUntil = (until: RawBuilder<unknown>, seconds: Seconds): RawBuilder<number> =>
  sql`least(extract(epoch from ${until} - now())::float8, ${seconds}::float8)`;
