import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSnapshot } from '../../src/backups/snapshot.js';
import { listTables, measureTables, type MeasuredTable } from '../../src/backups/tables.js';
import { readConfig } from '../../src/core/config.js';
import { openOrm, type Orm } from '../../src/db/orm.js';
import { ENTITIES } from '../../src/features/entities.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { factories } from '../support/factories.js';

type Environment = Record<string, string>;

/** A database and a folder for its backups. */
export interface Place {
  environment: Environment;
  folder: string;
  drop(): Promise<void>;
}

async function inFolder(database: TestDatabase): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-backup-'));
  const drop = async () => {
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  };
  return { environment: database.environment, folder, drop };
}

/** Creates a database with rows in most tables, including values that are difficult to write as text. */
export async function filled(): Promise<Place> {
  const place = await inFolder(await createTestDatabase());
  await withOrm(place.environment, fill);
  return place;
}

/** Creates an empty database or data folder for a restore. */
export const empty = async (server?: string): Promise<Place> => inFolder(await createEmptyDatabase(server));

export async function withOrm<T>(environment: Environment, work: (orm: Orm) => Promise<T>): Promise<T> {
  const orm = await openOrm(readConfig(environment), ENTITIES);
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

const AWKWARD = ['a\tb', 'two\nlines\r\n', 'back\\slash \\N \\.', '', 'Königin 👑', '{"a,b"}', "it's", 'NULL'];

async function fill({ database: { kysely } }: Orm): Promise<void> {
  const make = factories(kysely);
  for (const name of ['Anna', 'Bea']) {
    const account = await make.account({ name });
    const apiary = await make.apiary(account, { latitude: 46.1, longitude: -0.1 + 0.3 });
    const queens = await make.queens(
      account,
      AWKWARD.map((notes, index) => ({ notes, name: `Queen ${index}`, birth_date: `202${index}-05-30` })),
    );
    const [mother, father, ...daughters] = queens as [string, string, ...string[]];
    await make.queen(account, { name: 'Daughter', mother_id: mother, father_id: father });
    await make.identifier(account, mother, 'DE-1-2-3-2020');
    await make.evaluation(account, mother, { honey: 1 / 3, apiary_id: apiary });
    await make.hive(account, { apiary_id: apiary, queen_id: daughters[0] });
    const run = await make.run(account, { parameters: JSON.stringify({ honey: { 'a\\"b': [1, null] } }) });
    await make.breedingValue(account, run, mother, { normalized: 103.123456789012345 });
    await make.import(account, { headers: AWKWARD }, [[mother, ...AWKWARD]]);
  }
}

/** Reads the contents of a database for comparison. */
export const contentsOf = ({ environment }: Place): Promise<MeasuredTable[]> =>
  withOrm(environment, ({ database }) =>
    withSnapshot(database, async (reading) => measureTables(reading, await listTables(reading))),
  );

/** Reads the constraints and triggers of a database for comparison. */
export const rulesOf = ({ environment }: Place): Promise<unknown> =>
  withOrm(environment, async ({ database: { pool } }) => {
    const constraints = await pool.query(`
      select conrelid::regclass::text as "table", conname as name, convalidated,
        -- pg_dump writes equal checks with other parentheses.
        case when contype <> 'c' then pg_get_constraintdef(oid) end as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`);
    const triggers = await pool.query(`
      select tgrelid::regclass::text as "table", tgname as name, tgenabled as state
      from pg_trigger where not tgisinternal order by 1, 2`);
    return { constraints: constraints.rows, triggers: triggers.rows };
  });

export const accountsOf = async (place: Place) =>
  (await contentsOf(place)).find(({ name }) => name === 'account')?.rows;
