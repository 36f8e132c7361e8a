/**
 * Number of rows that the planner expects for an account or run that is missing from its statistics. For a smaller
 * table, the planner expects all rows. Without this setting, the planner would expect only one row for the account. It
 * would then choose plans that read all rows of the account instead of finding one row by its key.
 */
export const EXPECTED_ROWS = 10_000;

/** Sets {@link EXPECTED_ROWS} for a new account table. */
export const expectRows = (table: string): string =>
  `alter table ${table} alter column account_id set (n_distinct = ${-1 / EXPECTED_ROWS})`;

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/** Triggers that advance the clock of the account at each write to the table (see migration 16). */
export const moveClock = (table: string): string[] =>
  EVENTS.map(
    ([event, rows]) => `
      create trigger move_clock_at_${event} after ${event} on ${table} referencing ${rows} table as written
      for each statement execute function move_clock()`,
  );
