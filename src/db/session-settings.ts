import type pg from 'pg';

/**
 * Settings on which statements and parsers rely. A server, a database or a role can have other values. For example, a
 * write that has waited for another write of its account must see the changes of that write.
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
 * Changes these settings on a new connection. Sending them in the startup packet would save a round trip, but PgBouncer
 * refuses most settings in this packet, and `options` in DATABASE_URL is reserved for the user.
 * @param waitSeconds maximum wait for the response, which the timeout of the pool does not include
 */
export function sessionSettings(waitSeconds: number): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    await client.query({ text: SETTINGS, query_timeout: waitSeconds * 1000 } as pg.QueryConfig);
  };
}
