// Measures reads of an account whose rows were written by bulk requests, while the statistics of the query planner
// still describe almost empty tables.
//   node bench/stale-statistics.js [queens] [embedded|server]
// (default 10,000 queens on both; DATABASE_URL is the address of a PostgreSQL server that allows new databases)
import pg from 'pg';
import { makeKey, register, startService, stop, timed, withDatabase } from './service.js';

const QUEENS = Number(process.argv[2] ?? 10_000);
const KINDS = process.argv[3] ? [process.argv[3]] : ['embedded', 'server'];
const BATCH_QUEENS = 1000;
const FIRST_YEAR = 2010;
/** Maximum duration of a read. */
const MAX_READ_MS = 300;
const CONCURRENT_READS = 12;
const range = (length) => Array.from({ length }, (_, index) => index);

async function measure(kind, { url, folder }) {
  const embedded = kind === 'embedded';
  // The embedded database starts with demo data, and the import of these data analyzes the tables.
  const service = await startService(embedded ? undefined : url, embedded ? { DATA_DIR: folder } : {});
  const account = await openAccount(service.base, 'large');
  const other = await openAccount(service.base, 'other');
  await account.post('/queens/f0', { queen_name: 'First' });
  const release = embedded ? () => undefined : await makeStatisticsStale(url);
  const seconds = (await timed(() => fill(account))) / 1000;
  await release();
  console.log(`${kind}: ${QUEENS} queens written in ${seconds.toFixed()} s`);

  const reads = await readsOf(account);
  const times = [];
  for (const [name, read] of reads) {
    times.push({ name, ms: Math.round(await timed(read)) });
    if (times.at(-1).ms > MAX_READ_MS) console.log(times.at(-1));
  }
  await other.post('/queens/f0', { queen_name: 'Other' });
  const waits = await timesOfOtherAccount(account, other);
  times.push({
    name: `another account during ${CONCURRENT_READS} concurrent reads`,
    ms: Math.round(Math.max(...waits)),
  });
  times.sort((a, b) => b.ms - a.ms);
  console.table(times.slice(0, 15));
  const over = times.filter(({ ms }) => ms > MAX_READ_MS).length;
  console.log(`${kind}: ${over} of ${times.length} reads took more than ${MAX_READ_MS} ms`);
  slow += over;
  await stop(service.child);
}

async function openAccount(base, name) {
  await register(base, name);
  const headers = { authorization: `Bearer ${await makeKey(base, name, 'write')}`, 'content-type': 'application/json' };
  const request = async (path, options) => {
    const response = await fetch(`${base}${path}`, { headers, ...options });
    if (!response.ok) throw new Error(`${path}: ${(await response.text()).slice(0, 500)}`);
    const body = await response.json();
    if (body.errors) throw new Error(`${options.body}: ${JSON.stringify(body.errors)}`);
    return body;
  };
  const post = (path, body) => request(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    get: (path) => request(`/api/v1${path}`),
    post: async (path, body) => (await post(`/api/v1${path}`, body)).data,
    graphql: (query) => post('/graphql', { query }),
  };
}

/**
 * Analyzes the tables while each has at most a few rows. Statistics are not renewed until the returned function is
 * called.
 */
async function makeStatisticsStale(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    select c.oid::regclass as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
  await client.query('analyze');
  await client.query('begin');
  for (const { name } of rows) await client.query(`lock table ${name} in share update exclusive mode`);
  return () => client.end();
}

/**
 * Writes apiaries, queens, one test of each queen, and hives, and computes breeding values. The queens of a year are
 * daughters of queens of the preceding year.
 */
async function fill({ get, post }) {
  const apiaries = await post(
    '/apiaries/bulk',
    range(50).map((n) => ({ name: `Apiary ${n}` })),
  );
  const years = [[]];
  for (let done = 0; done < QUEENS; done += BATCH_QUEENS) {
    const parents = years.at(-1);
    const year = FIRST_YEAR + years.length;
    const of = (n) => parents[n % Math.min(100, parents.length)];
    const queens = range(Math.min(BATCH_QUEENS, QUEENS - done)).map((n) => ({
      queen_name: `${['Anna', 'Berta', 'Carla', 'Dora'][n % 4]} ${year}-${n}`,
      race: ['C', 'B', 'L', null][n % 4],
      birth_date: `${year}-05-${10 + (n % 20)}`,
      life_status: ['dead', 'dead', 'testing', 'production', 'sold'][n % 5],
      external_id: `DE-44-${n % 97}-${n}-${year}`,
      external_identifiers: n % 2 ? [] : [{ system: 'beebreed', value: `LV-${year}-${n}` }],
      ...(parents.length > 0 && {
        mother_id: of(n).id,
        father_id: of(n).mated_to_id,
        mated_to_id: n < 200 ? of(n * 7).id : null,
      }),
    }));
    const created = await post('/queens/f0/bulk', queens);
    years.push(created);
    await post(
      '/queens/evaluations/bulk',
      created.map(({ id }, n) => ({
        queen_id: id,
        eval_year: year + 1,
        apiary_id: apiaries[n % 50].id,
        honey_yield_kg: 10 + (n % 400) / 10,
        gentleness: [2.5, 3, 3.5, 4][n % 4],
        vigor: [2.5, 3, 3.5, 4][(n * 7) % 4],
      })),
    );
    await post(
      '/hives/bulk',
      created
        .filter(({ life_status }) => life_status === 'testing' || life_status === 'production')
        .map(({ id }, n) => ({ name: `Hive ${year}-${n}`, apiary_id: apiaries[n % 50].id, queen_id: id })),
    );
  }
  const { id } = await post('/ebv/runs', { traits: ['honey', 'gentleness'] });
  for (;;) {
    const { data } = await get(`/ebv/runs/${id}`);
    if (data.status === 'completed') return;
    if (data.status === 'failed') throw new Error(data.error);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Returns one read of each kind, with its name. */
async function readsOf({ get, post, graphql }) {
  const half = QUEENS / 2;
  const { data: some } = await get(`/queens/f0?limit=20&sort=-birth_date`);
  const { data: early } = await get(`/queens/f0?limit=20&sort=birth_date`);
  const { data: tests } = await get('/queens/evaluations?limit=20');
  const { data: places } = await get('/apiaries?limit=20');
  const { data: hives } = await get('/hives?limit=20');
  const { page } = await get(`/queens?limit=1&offset=${half}`);
  const { page: testPage } = await get(`/queens/evaluations?limit=1&offset=${half}`);
  const { data: runs } = await get('/ebv/runs');
  const queen = some[3];
  const mother = early[5];
  const paths = [
    '/queens/f0', '/queens', '/queens?search=anna', '/queens?search=44-17', '/queens?search=LV-2015', '/queens?search=nobody',
    '/queens?search=berta&offset=1000', '/queens?search=carla&year=2015', '/queens?search=dora&sort=-birth_date',
    '/queens?search=anna&life_status=testing&sort=race', `/queens/f0?search=x&mother_id=${mother.id}`,
    `/queens/f0/lookup?external_id=${queen.external_id}`, '/queens/lookup?external_id=LV-2015-500',
    ...[half, QUEENS - 50].flatMap((offset) => ['queens', 'queens/f0', 'queens/evaluations', 'hives', 'ebv/latest', 'ebv/ranking'].map((path) => `/${path}?offset=${offset}`)),
    ...['queen_name', 'birth_date', 'race', 'life_status', 'generation', 'external_id', 'created_at', 'updated_at'].flatMap((key) => [
      `/queens?sort=${key}`, `/queens?sort=-${key}`, `/queens?sort=${key}&offset=${half}`, `/queens?sort=-${key}&offset=${half}`,
      `/queens?sort=-${key}&search=anna&offset=100`, `/queens?sort=${key}&life_status=dead`,
    ]),
    `/queens?cursor=${page.next_cursor}`, `/queens/evaluations?cursor=${testPage.next_cursor}`,
    '/queens?generation=F0', '/queens?life_status=sold', '/queens?race=C', '/queens?race=C&life_status=dead&year=2015', '/queens?year=2015',
    '/queens?born_from=2018-01-01&born_to=2018-05-20', `/queens?mother_id=${mother.id}`, `/queens?father_id=${mother.id}`,
    `/queens?mated_to_id=${mother.id}`, '/queens?updated_since=2020-01-01T00:00:00Z', '/queens?limit=100&offset=200',
    `/queens/f0/${queen.id}`, `/queens/${mother.id}`,
    ...[3, 5, 7].map((levels) => `/queens/f0/${queen.id}/pedigree?depth=${levels}`),
    `/queens/f0/${mother.id}/offspring-stats`, `/queens/${mother.id}/offspring-stats`,
    '/queens/evaluations', '/queens/evaluations?eval_year=2015', `/queens/evaluations?queen_id=${queen.id}`,
    `/queens/evaluations?apiary_id=${places[2].id}`, '/queens/evaluations?updated_since=2020-01-01T00:00:00Z',
    ...['eval_year', 'honey_yield_kg', 'gentleness', 'created_at', 'updated_at'].flatMap((key) => [
      `/queens/evaluations?sort=${key}`, `/queens/evaluations?sort=-${key}&offset=${half}`,
    ]),
    `/queens/evaluations/${tests[0].id}`, '/apiaries', `/apiaries/${places[0].id}`, '/hives', `/hives/${hives[0].id}`,
    `/hives?apiary_id=${places[2].id}`, `/hives?queen_id=${queen.id}`, '/ebv/latest', '/ebv/latest?trait=honey', `/ebv/latest?queen_id=${queen.id}`,
    ...['normalized_value', 'raw_value', 'reliability_r2', 'trait', 'entity_type'].flatMap((key) => [`/ebv/latest?sort=${key}`, `/ebv/latest?sort=-${key}&trait=honey&offset=${half}`]),
    '/ebv/ranking', '/ebv/ranking?year=2018', '/ebv/ranking?search=anna', '/ebv/ranking?search=44-17&sort=honey', '/ebv/ranking?weights=honey:2,gentleness:1&min_reliability=0.2',
    '/ebv/ranking?sort=-reliability_r2&life_status=testing', '/ebv/trends', '/ebv/runs', `/ebv/runs/${runs[0].id}`, '/ebv/index-weights', `/ebv/queens/${queen.id}`,
    `/ebv/queens/${queen.id}?history=true`, '/changes', '/changes?kind=evaluation', '/account', '/account/audit', '/imports', '/key',
  ]; // prettier-ignore
  const documents = [
    `{ queen(id: "${queen.id}") { mother { name mother { name } } father { name } matedTo { name } hive { name apiary { name } } externalIdentifiers { value } inbreeding } }`,
    `{ queen(id: "${queen.id}") { pedigree(depth: SEVEN) { inbreeding ancestors { queen { name evaluations { honey } ebv { raw } } } } } }`,
    `{ queen(id: "${mother.id}") { daughters(first: 50) { totalCount nodes { name inbreeding evaluations { honey groupTraits { n mean } } ebv { raw } hive { name } mother { name } } } } }`,
    `{ queen(id: "${mother.id}") { allDaughters { id } offspringStats { total evaluated traits { n } } } }`,
    `{ queen(id: "${queen.id}") { evaluations { year honey apiary { name } groupTraits { n } } ebv(history: true) { raw } originData } }`,
    '{ queens(first: 100) { totalCount nodes { name inbreeding mother { name } father { name } matedTo { name } hive { name } evaluations { honey } ebv { raw } daughters(first: 3) { nodes { name } } } } }',
    '{ queens(first: 100) { nodes { pedigree(depth: THREE) { ancestors { queen { name } } } } } }',
    '{ queens(first: 20, filter: { search: "anna" }) { totalCount nodes { inbreeding offspringStats { total traits { n } } } } }',
    `{ ${range(40).map((n) => `q${n}: queenByExternalId(externalId: "LV-2016-${2 * n}") { name }`).join(' ')} }`,
    '{ apiaries(first: 50) { nodes { name hives { name queen { name } } } } }',
    '{ evaluations(first: 100) { nodes { honey queen { name } apiary { name } groupTraits { n } } } }',
    '{ ebvRanking(first: 100, weights: { honey: 1 }) { nodes { rank queen { name inbreeding mother { name } } values { raw } } } }',
    '{ queens(first: 20, offset: 3000, sort: [{ field: RACE }, { field: DATE_OF_BIRTH, direction: DESC }]) { nodes { name } } }',
    '{ changes(first: 100) { totalCount nodes { id } } }',
  ]; // prettier-ignore
  const ids = (rows) => rows.map(({ id }) => id);
  const plan = { queen_ids: ids(some), drone_mother_ids: ids(early), use: 'own_drones', weights: { honey: 1 } };
  return [
    ...paths.map((path) => [path, () => get(path)]),
    ...documents.map((document) => [document.slice(0, 100), () => graphql(document)]),
    ['mating plan', () => post('/ebv/mating-plans', plan)],
  ];
}

/** Measures the response times of `other` during concurrent reads of `account`. */
async function timesOfOtherAccount(account, other) {
  const reads = range(CONCURRENT_READS).map((n) =>
    account.get(n % 2 ? `/queens?search=LV-2014-${n}` : `/queens/lookup?external_id=LV-2016-${2 * n}`),
  );
  const waits = [];
  let busy = true;
  const done = Promise.all(reads).finally(() => (busy = false));
  while (busy) waits.push(await timed(() => other.get('/queens?search=other')));
  await done;
  return waits;
}

let slow = 0;
for (const kind of KINDS) await withDatabase((created) => measure(kind, created));
process.exitCode = slow > 0 ? 1 : 0;
