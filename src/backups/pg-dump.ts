import type { Readable } from 'node:stream';
import { onlyRow } from '../db/only-row.js';
import { connection, requireProgram, run } from './pg-programs.js';
import type { Queryable } from './tables.js';

/** Runs pg_dump with the snapshot of the transaction `db`. */
export async function dump(url: string, db: Queryable): Promise<AsyncIterable<Uint8Array>> {
  await requireProgram('pg_dump', db);
  const { snapshot } = onlyRow(await db.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot'));
  // Other schemas are excluded, because they can contain tables of other applications.
  const others = await db.query<{ name: string }>(`
    select nspname::text as name from pg_namespace
    where nspname not in ('public', 'jobs', 'information_schema') and nspname not like 'pg\\_%'`);
  const { address, env } = connection(url);
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  for (const { name } of others) args.push(`--exclude-schema="${name.replaceAll('"', '""')}"`);
  const { child, ended } = run('pg_dump', [...args, `--dbname=${address}`], env);
  return outputOf(child.stdout, ended, () => child.kill());
}

async function* outputOf(output: Readable, ended: Promise<void>, kill: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* output;
    await ended;
  } finally {
    kill();
  }
}
