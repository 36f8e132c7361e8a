/**
 * Number of rows that the planner expects for an account or a run that is not in its statistics; for a smaller table,
 * it expects all rows. With outdated statistics it would expect one row, and read all rows of an account where it could
 * look one up by its key.
 */
export const EXPECTED_ROWS = 10_000;

/** Sets {@link EXPECTED_ROWS} for a new table with an account. */
export const expectRows = (table: string): string =>
  `alter table ${table} alter column account_id set (n_distinct = ${-1 / EXPECTED_ROWS})`;

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/** Advances the clock of the account at each write to the table, for data in responses (migration 16). */
export const moveClock = (table: string): string[] =>
  EVENTS.map(
    ([event, rows]) => `
      create trigger move_clock_at_${event} after ${event} on ${table} referencing ${rows} table as written
      for each statement execute function move_clock()`,
  );
