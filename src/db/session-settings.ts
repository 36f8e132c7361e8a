import type pg from 'pg';

/**
 * Settings that statements and parsers rely on, because a server, a database or a role can have other values. For
 * example, a write that has waited for another write of its account must see the changes of that write.
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
 * Sets them on a new connection. The startup packet would save a round trip, but PgBouncer refuses most of the settings
 * there, and `options` of DATABASE_URL belongs to the user.
 * @param waitSeconds maximum wait for the answer, which the timeout of the pool does not include
 */
export function sessionSettings(waitSeconds: number): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    await client.query({ text: SETTINGS, query_timeout: waitSeconds * 1000 } as pg.QueryConfig);
  };
}
