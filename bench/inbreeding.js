/**
 * Measures how long requests for the inbreeding of 100 queens, and for the inbreeding by birth year, take on
 * PostgreSQL. Each request is sent twice. The queens are from a simulated population. The database at the URL must be
 * empty.
 *
 * `DATABASE_URL=… node bench/inbreeding.js [queens] [stations | distinct]`
 */
import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { v7 as uuid } from 'uuid';
import { createContext } from '../dist/src/graphql/context.js';
import { readConfig } from '../dist/src/core/config.js';
import { openOrm } from '../dist/src/db/orm.js';
import { grantRights } from '../dist/src/db/row-level-security.js';
import { ENTITIES } from '../dist/src/features/entities.js';
import { inbreedingByBirthYear } from '../dist/src/features/breeding-values/inbreeding/inbreeding-by-birth-year.js';
import { inbreedingByDam } from '../dist/src/features/breeding-values/inbreeding/inbreeding-by-dam.js';
import { readAncestry } from '../dist/src/features/breeding-values/inbreeding/read-ancestry.js';
import { beePopulation } from './bee-population.js';
import { timed } from './service.js';

const size = Number(process.argv[2] ?? 100_000);
const kind = process.argv[3] ?? 'stations';
const config = readConfig({ ...process.env, SESSION_SECRET: 'only for this benchmark' });
const orm = await openOrm(config, ENTITIES);
await orm.migrate();
await grantRights(orm.database);
const pool = orm.database.pool;
const accountId = uuid();
const queens = await insertPopulation();
const { rows: clocks } = await pool.query('select revision::float8 from clock_of($1)', [accountId]);
// Without the revision of the account, requests would not use the cache.
const identity = { accountId, permissions: {}, revision: clocks[0].revision };
const delay = monitorEventLoopDelay({ resolution: 5 });

for (const [name, from] of [
  ['oldest', 0],
  ['middle', size / 2],
  ['youngest', size - 100],
]) {
  const page = queens.slice(from, from + 100).flatMap(({ mother }) => mother ?? []);
  const { count, records } = await readAncestry(orm.ownedBy(accountId), [...new Set(page)]);
  const read = await timed(() => readAncestry(orm.ownedBy(accountId), [...new Set(page)]));
  const request = () => createContext({ orm }, identity).loaders.get(inbreedingByDam).loadMany(page);
  delay.reset();
  delay.enable();
  const cold = await timed(request);
  delay.disable();
  const warm = await timed(request);
  console.log(
    `${name} 100 queens: ${count} records, ${(records.length / 1e6).toFixed(1)} MB; ` +
      `reading the records ${read.toFixed(0)} ms; first request ${cold.toFixed(0)} ms, ` +
      `longest delay of the event loop ${(delay.max / 1e6).toFixed(0)} ms; ` +
      `second request ${warm.toFixed(1)} ms`,
  );
}
delay.reset();
delay.enable();
const all = await timed(async () => console.log((await inbreedingByBirthYear({ em: orm.ownedBy(accountId) })).at(-1)));
delay.disable();
const again = await timed(() => inbreedingByBirthYear({ em: orm.ownedBy(accountId) }));
console.log(
  `by birth year: ${all.toFixed(0)} ms, longest delay of the event loop ${(delay.max / 1e6).toFixed(0)} ms, second request ${again.toFixed(1)} ms`,
);
await orm.close();

async function insertPopulation() {
  const records = beePopulation(kind, size);
  const ids = records.map(() => uuid());
  await pool.query(`insert into account (id, email, name) values ($1, 'bench@example.org', 'Bench')`, [accountId]);
  const rows = records.map(({ dam, mating }, index) => ({
    id: ids[index],
    mother: dam == null ? null : ids[dam],
    father: dam == null ? null : (ids[records[dam].mating?.sire] ?? null),
    mate: ids[mating?.sire] ?? null,
    type: mating?.kind === 'single queen' ? 'single_queen' : null,
    producers: mating?.droneProducers ?? null,
    drones: mating?.drones ?? null,
    born: String(2005 + Math.floor(index / Math.ceil(size / 15))),
  }));
  for (let from = 0; from < rows.length; from += 10_000) {
    await pool.query(
      `insert into queen (id, account_id, generation, name, name_key, mother_id, father_id, mated_to_id, mating_type, drone_producers, drones, birth_date)
       select id, $1, 'F0', id::text, id::text, mother, father, mate, type, producers, drones, born
       from json_to_recordset($2) as r (id uuid, mother uuid, father uuid, mate uuid, type text, producers integer, drones integer, born text)`,
      [accountId, JSON.stringify(rows.slice(from, from + 10_000))],
    );
  }
  await pool.query('analyze');
  return rows;
}
