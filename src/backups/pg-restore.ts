import { pipeline } from 'node:stream/promises';
import { Readable, type Writable } from 'node:stream';
import { SCHEMA_LOCK } from '../db/migrate.js';
import type { Orm } from '../db/orm.js';
import { CommandError } from '../core/command-error.js';
import type { Archive } from './archive.js';
import { newestKnownMigration } from './contents.js';
import { finish, DELETE_UNFINISHED_UPLOADS } from './fill-server.js';
import { DUMP } from './manifest.js';
import { connection, requireProgram, run } from './pg-programs.js';
import { CANONICAL_SETTINGS, checksumQuery, MIGRATIONS_TABLE, type MeasuredTable } from './tables.js';
import { DROP_ALL } from './target.js';

const textOf = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Ends the transaction in an error where a table holds anything else than it should. */
const same = (table: MeasuredTable) => `
  if (select (rows, sum) is distinct from (${table.rows}::bigint, ${table.checksum}::numeric) from (${checksumQuery(table)}) m) then
    raise exception '%', ${textOf(`What was written is not what was read: ${table.name}.`)};
  end if;`;

/**
 * Puts a dump in place of what a server holds: pg_restore makes statements of it, and psql carries them out in one
 * transaction, whose end it is only told when all went well. Without that it undoes everything.
 */
export async function restoreDump(orm: Orm, url: string, { manifest, read }: Archive): Promise<void> {
  newestKnownMigration(manifest.migrations);
  const asking = { query: async <Row>(text: string) => (await orm.database.pool!.query(text)).rows as Row[] };
  await requireProgram('pg_restore', asking);
  const { address, env } = connection(url);
  const psql = run('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${address}`], env);
  const input = psql.child.stdin!;
  // Where psql ends, what is written to it finds nobody; why it ended is told by `ended`.
  input.on('error', () => undefined);
  psql.child.stdout!.resume();
  try {
    input.write(BEGINNING);
    await Promise.race([statementsInto(input, read(DUMP)), psql.ended.then(endedEarly)]);
    input.end(ending(manifest.tables));
    await psql.ended;
  } catch (error) {
    // What psql has to say comes first: whoever writes to it only learns that it is gone.
    input.end();
    await psql.ended;
    throw error;
  }
  await finish(orm);
}

const BEGINNING = `
\\set VERBOSITY terse
begin;
select pg_advisory_xact_lock(${SCHEMA_LOCK}) \\g /dev/null
${DROP_ALL};
drop table if exists public.${MIGRATIONS_TABLE};
`;

const ending = (tables: MeasuredTable[]) => `
${CANONICAL_SETTINGS};
do $same$ begin ${tables.map(same).join('')} end $same$;
${DELETE_UNFINISHED_UPLOADS};
commit;
`;

const endedEarly = () => {
  throw new CommandError('psql ended before it was told to.');
};

/** Has pg_restore write the statements of a dump. */
async function statementsInto(input: Writable, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--no-comments', '--file=-'];
  const { child, ended } = run('pg_restore', args);
  const done = await Promise.allSettled([
    ended,
    pipeline(Readable.from(dump), child.stdin!),
    pipeline(child.stdout!, input, { end: false }),
  ]);
  // What the program says itself is first; that it is gone is all that the others know.
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}
