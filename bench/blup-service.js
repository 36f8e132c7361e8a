// Measures how long requests wait while the service computes breeding values of 8 traits on PostgreSQL.
//   node bench/blup-service.js [queens]
// (default 100,000; DATABASE_URL is the address of a PostgreSQL server that allows new databases)
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beePopulation } from './bee-population.js';
import { memory, register, startService, withDatabase } from './service.js';

const size = Number(process.argv[2] ?? 100_000);
const YEARS = 15;
const FIRST_YEAR = 2010;
const round = (ms) => Math.round(ms * 10) / 10;

await withDatabase(async ({ url, folder }) => {
  const file = join(folder, 'event-loop.json');
  const hook = new URL('event-loop.js', import.meta.url).pathname;
  const service = await startService(url, { EVENT_LOOP_FILE: file, NODE_OPTIONS: `--import=${hook}` });
  const account = await register(service.base, 'bench');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await insertPopulation(client, account.id);
  } finally {
    await client.end();
  }
  const call = async (path, init) =>
    (await (await fetch(`${service.base}${path}`, { headers: { cookie: account.cookie }, ...init })).json()).data;

  await measureDelays(service, file, () => pause(2000));
  const idle = await measureDelays(service, file, () => pause(10_000));
  const phases = { idle };
  const start = performance.now();
  const { id } = await call('/api/v1/ebv/runs', { method: 'POST' });
  let run;
  phases.run = await measureDelays(service, file, async () => {
    do {
      await pause(1000);
      run = await call(`/api/v1/ebv/runs/${id}`);
    } while (run.status === 'queued' || run.status === 'running');
  });
  const seconds = (performance.now() - start) / 1000;
  if (run.status !== 'completed') throw new Error(run.error);
  console.log(`${size.toLocaleString('en')} queens, 8 traits: ${seconds.toFixed(1)} s`);
  console.log(`peak memory of the service: ${await memory(service.child, 'VmHWM')} MB`);
  console.table(phases);
});

/** Measures delays of the event loop, and response times of `GET /healthz`, in milliseconds. */
async function measureDelays({ base, child }, file, work) {
  await report(child, file);
  const waits = [];
  let working = true;
  const requests = (async () => {
    while (working) {
      const start = performance.now();
      await (await fetch(`${base}/healthz`)).text();
      waits.push(performance.now() - start);
      await pause(20);
    }
  })();
  await work();
  working = false;
  await requests;
  const { max, p99, unimpeded, processor } = await report(child, file);
  waits.sort((a, b) => a - b);
  return {
    'longest delay': round(max),
    'p99 of delays': round(p99),
    'longest delay without waits for a core': round(unimpeded),
    'longest delay in processor time': round(processor),
    'longest GET /healthz': round(waits.at(-1)),
    'p99 of GET /healthz': round(waits[Math.floor(waits.length * 0.99)]),
  };
}

/** Returns the measurements of the process since the last call. */
async function report(child, file) {
  await rm(file, { force: true });
  child.kill('SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return JSON.parse(text);
    await pause(10);
  }
}

/**
 * Inserts queens of `beePopulation`. Each queen is tested in her second year, together with about forty other queens.
 */
async function insertPopulation(client, account) {
  const id = (kind, number) => `lpad(to_hex(${kind}), 8, '0') || lpad(to_hex(${number}::integer), 24, '0')`;
  const apiaries = Math.max(1, Math.round(size / YEARS / 40));
  await client.query(
    `insert into apiary (account_id, id, name) select $1, (${id(3, 'n')})::uuid, 'Apiary ' || n from generate_series(1, $2::integer) n`,
    [account, apiaries],
  );
  const perYear = Math.ceil(size / YEARS);
  const rows = beePopulation('stations', size, { years: YEARS }).map(({ id: queen, dam, mating }) => ({
    n: queen + 1,
    year: FIRST_YEAR + Math.floor(queen / perYear),
    dam: dam === undefined ? null : dam + 1,
    mate: mating?.sire === undefined ? null : mating.sire + 1,
    single: mating?.kind === 'single queen',
    producers: mating?.droneProducers ?? null,
    drones: mating?.drones ?? null,
  }));
  await client.query(
    `insert into queen (account_id, id, generation, name, name_key, external_id, birth_date, mother_id, father_id, mated_to_id, mating_type, drone_producers, drones)
     select $1, (${id(1, 'q.n')})::uuid, 'F0', 'Queen ' || q.n, 'queen ' || q.n, 'DE-1-' || q.n, q.year::text,
            (${id(1, 'q.dam')})::uuid, (${id(1, 'm.mate')})::uuid, (${id(1, 'q.mate')})::uuid,
            case when q.single then 'single_queen' end, q.producers, q.drones
     from json_to_recordset($2::json) as q(n integer, year integer, dam integer, mate integer, single boolean, producers integer, drones integer)
     left join json_to_recordset($2::json) as m(n integer, mate integer) on m.n = q.dam`,
    [account, JSON.stringify(rows)],
  );
  const noise = (trait, among) => `(abs(hashtext(n || '${trait}')) % ${among})`;
  const score = (trait) => `1 + ${noise(trait, 7)} / 2.0`;
  await client.query(
    `insert into evaluation (account_id, id, queen_id, year, apiary_id, honey, gentleness, vigor, wintering, non_swarming, comb_behavior, hyg6h, hyg24h)
     select $1, (${id(2, 'n')})::uuid, (${id(1, 'n')})::uuid, $3 + 1 + (n - 1) / $4, (${id(3, `1 + ${noise('apiary', apiaries)}`)})::uuid,
            10 + ${noise('honey', 40)}, ${['gentleness', 'vigor', 'wintering', 'swarming', 'comb'].map(score).join(', ')},
            ${noise('hyg6h', 25)}, 25 + ${noise('hyg24h', 25)}
     from generate_series(1, $2::integer) n`,
    [account, size, FIRST_YEAR, perYear],
  );
  await client.query('vacuum analyze queen, evaluation, apiary');
}
