import type pg from 'pg';

/**
 * Settings on which statements and parsers rely. Each connection sets them, because a server, a database or a role can
 * have other defaults. For example, the isolation level lets a write see the changes of another write for which it has
 * waited.
 */
const SETTINGS = Object.entries({
  default_transaction_isolation: 'read committed',
  datestyle: 'ISO, YMD',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
})
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');

/**
 * Returns a function that changes these settings on a new connection. Sending them in the startup packet would save a
 * round trip, but PgBouncer refuses most settings in this packet, and `options` in DATABASE_URL is reserved for the
 * user.
 * @param waitSeconds maximum wait for the response, which the timeout of the pool does not include
 */
export function sessionSettings(waitSeconds: number): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    await client.query({ text: SETTINGS, query_timeout: waitSeconds * 1000 } as pg.QueryConfig);
  };
}
