import type pg from 'pg';

/**
 * What statements and the reading of their answers rely on, and a server, a database or a role may have set otherwise:
 * a write that waited for another of its account must see what that did, and values are read as they are written here.
 */
const RELIED_ON = Object.entries({
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
 * Has each connection of a pool begin with these settings. Not in the startup packet, which would cost no round trip:
 * PgBouncer refuses most of them there, and `options` of DATABASE_URL are the user's.
 * @param wait seconds for the answer, which the pool's own limit does not include
 */
export function settling(wait: number): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    await client.query({ text: RELIED_ON, query_timeout: wait * 1000 } as pg.QueryConfig);
  };
}
