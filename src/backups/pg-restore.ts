import { pipeline } from 'node:stream/promises';
import { Readable, type Writable } from 'node:stream';
import { SCHEMA_LOCK } from '../db/migrate.js';
import { CommandError } from '../core/command-error.js';
import type { Orm } from '../db/orm.js';
import type { Archive } from './archive.js';
import { newestKnownMigration } from './contents.js';
import { migrateAndAnalyze, queryableOf, DELETE_UNFINISHED_UPLOADS } from './fill-server.js';
import { DUMP } from './manifest.js';
import { connection, requireProgram, run } from './pg-programs.js';
import { CANONICAL_SETTINGS, checksumQuery, MIGRATIONS_TABLE, type MeasuredTable } from './tables.js';
import { DROP_ALL } from './target.js';

const sqlText = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** A statement that fails if a table differs from the backup. */
const verifyStatement = (table: MeasuredTable) => `
  if (select (rows, sum) is distinct from (${table.rows}::bigint, ${table.checksum}::numeric) from (${checksumQuery(table)}) m) then
    raise exception '%', ${sqlText(`The written data differs from the source: ${table.name}.`)};
  end if;`;

/**
 * Replaces the contents of a server with a dump. pg_restore converts the dump to statements, which psql runs in one
 * transaction. psql stops at the first error, so it commits only if all statements succeeded.
 */
export async function restoreDump(orm: Orm, url: string, { manifest, read }: Archive): Promise<void> {
  newestKnownMigration(manifest.migrations);
  await requireProgram('pg_restore', queryableOf(orm));
  const { address, env } = connection(url);
  const psql = run('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--dbname=${address}`], env);
  const input = psql.child.stdin;
  // Write errors are ignored; `ended` reports why psql stopped.
  input.on('error', () => undefined);
  psql.child.stdout.resume();
  try {
    input.write(BEGIN_SCRIPT);
    await Promise.race([writeStatements(input, read(DUMP)), psql.ended.then(failEarly)]);
    input.end(endScript(manifest.tables));
    await psql.ended;
  } catch (error) {
    // The error of psql is the cause; a failed write only shows that psql has exited.
    input.end();
    await psql.ended;
    throw error;
  }
  await migrateAndAnalyze(orm);
}

const BEGIN_SCRIPT = `
\\set VERBOSITY terse
begin;
select pg_advisory_xact_lock(${SCHEMA_LOCK}) \\g /dev/null
${DROP_ALL};
drop table if exists public.${MIGRATIONS_TABLE};
`;

const endScript = (tables: MeasuredTable[]) => `
${CANONICAL_SETTINGS};
do $same$ begin ${tables.map(verifyStatement).join('')} end $same$;
${DELETE_UNFINISHED_UPLOADS};
commit;
`;

const failEarly = () => {
  throw new CommandError('psql ended unexpectedly.');
};

/** Runs pg_restore to convert a dump to statements. */
async function writeStatements(input: Writable, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--no-comments', '--file=-'];
  const { child, ended } = run('pg_restore', args);
  const done = await Promise.allSettled([
    ended,
    pipeline(Readable.from(dump), child.stdin),
    pipeline(child.stdout, input, { end: false }),
  ]);
  // The error of pg_restore comes first. The other errors only show that pg_restore has exited.
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}
