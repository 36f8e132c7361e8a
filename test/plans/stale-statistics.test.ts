import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Plan } from './explain.js';
import { idOf, QUEENS } from './fill-account.js';
import { serveFilled, type FilledService } from './filled-service.js';

// The embedded database makes the same plans as a server.
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

/** The number of blocks that one look-up of a row in an index reads, from the index and from the table. */
const KEY = 4;
/**
 * The maximum number of blocks of a statement that may read all rows of an account: a few blocks for each queen.
 */
const ACCOUNT_BLOCKS = 5 * QUEENS;
/** The number of blocks that are read for a page if its rows are found one by one. */
const PAGE = 21 * KEY;

/**
 * Expects that no statement reads more than `maxBlocks` blocks. More blocks mean that a statement reads a table again
 * for each row of another table.
 */
function expectBlocks(plans: Plan[], maxBlocks: number): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const { text, blocks, scans } of plans) {
    if (blocks <= maxBlocks) continue;
    const steps = scans.map((scan) => Object.values(scan).join(' '));
    throw new Error([`${blocks} blocks were read; the maximum is ${maxBlocks}:`, text, ...steps].join('\n  -> '));
  }
}

const queen = `queen(id: "${idOf(9000)}")`;
const mother = `queen(id: "${idOf(701)}")`;

onServer.each([
  // The statistics contain only the rows of another account, with few or many queens.
  ['an account of one queen', 1],
  ['an account of 1,000 queens', 1000],
])('for an account of 10,000 queens, with statistics of only %s', (_, known) => {
  let service: FilledService;
  beforeAll(async () => {
    service = await serveFilled(known);
  });
  afterAll(() => service?.close());

  const get = (path: string) => service.plansOf(() => service.session.get(`/api/v1/${path}`));

  test.each([
    'queens?search=anna',
    'queens?search=44-17',
    'queens?search=LV-777',
    'queens?search=nobody',
    'queens?search=anna&offset=500',
    'queens?search=anna&sort=-birth_date&life_status=dead',
    'queens/lookup?external_id=LV-7000',
    'queens/f0/lookup?external_id=DE-44-17-6999-2020',
    ...['queens', 'queens/f0', 'queens/evaluations', 'hives', 'ebv/latest', 'ebv/ranking'].flatMap((list) => [
      list,
      `${list}?offset=4000`,
    ]),
    ...['queen_name', 'birth_date', 'race', 'created_at', 'external_id'].flatMap((key) => [
      `queens?sort=${key}&offset=5000`,
      `queens?sort=-${key}`,
      `queens?sort=-${key}&offset=5000`,
    ]),
    'queens/evaluations?sort=-honey_yield_kg',
    'queens/evaluations?sort=-gentleness&offset=5000',
    'ebv/latest?sort=-raw_value&offset=5000',
    'ebv/ranking?search=anna',
    'ebv/ranking?year=2018&sort=honey',
    'ebv/trends',
    'changes',
    'changes?kind=evaluation',
  ])('/%s does not read a table again for each row of another table', async (path) => {
    expectBlocks(await get(path), ACCOUNT_BLOCKS);
  });

  test.each([
    [queen, 'pedigree(depth: SEVEN) { ancestors { position queen { name evaluations { honey } ebv { raw } } } }', 250],
    [queen, 'evaluations { year } ebv { raw } history: ebv(history: true) { raw } originData', 1],
    ['queens(first: 20)', 'nodes { evaluations { honey } ebv { raw } }', 20],
    ['queens(first: 20)', 'nodes { mother { name } father { name } matedTo { name } hive { name } }', 60],
  ])('%s { %s } reads its rows by index look-ups', async (root, fields, rows) => {
    const plans = await service.plansOf(`{ ${root} { ${fields} } }`);
    expectBlocks(plans, 3 * KEY * rows + 10 * PAGE);
  });

  test.each([
    [queen, 'mother { id } matedTo { id } externalIdentifiers { value } hive { apiary { name } } inbreeding'],
    [mother, 'daughters(first: 5) { totalCount nodes { id evaluations { honey groupTraits { n } } } }'],
    [mother, 'allDaughters { id } offspringStats { total evaluated traits { n } }'],
    ['queens(first: 20)', 'nodes { daughters(first: 3) { nodes { name } } offspringStats { evaluated traits { n } } }'],
    ['apiaries(first: 20)', 'nodes { hives { name } seasons { year dams } }'],
    ['evaluations(first: 20)', 'nodes { groupTraits { n } queen { name } }'],
    ['ebvRanking(first: 20, filter: { search: "anna" })', 'nodes { queen { name inbreeding } values { raw } }'],
  ])('%s { %s } does not read a table again for each row of another table', async (root, fields) => {
    expectBlocks(await service.plansOf(`{ ${root} { ${fields} } }`), ACCOUNT_BLOCKS);
  });

  test('a mating plan does not read a table again for each row of another table', async () => {
    const numbers = [...Array(20).keys()];
    const plan = {
      queen_ids: numbers.map((n) => idOf(9000 + n)),
      drone_mother_ids: numbers.map((n) => idOf(8000 + n)),
      use: 'drone_producing_daughters',
    };
    expectBlocks(await service.plansOf(() => service.program.post('/api/v1/ebv/mating-plans', plan)), ACCOUNT_BLOCKS);
  });

  test('the checks of a bulk request do not read all queens for each new queen', async () => {
    const queens = [...Array(200).keys()].map((n) => ({
      queen_name: `New ${n}`,
      external_id: `NEW-${n}`,
      external_identifiers: [{ system: 'beebreed', value: `NEW-LV-${n}` }],
      birth_date: '2026-05-01',
      mother_id: idOf(9000 + n),
    }));
    const plans = await service.plansOf(async () => {
      expect((await service.session.post('/api/v1/queens/f0/bulk', queens)).status).toBe(201);
    });
    expectBlocks(plans, ACCOUNT_BLOCKS);
  });

  test('the planner expects many rows per account in every table', async () => {
    const { rows } = await sql<{ column: string }>`
      select t.relname || '.' || a.attname as column from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attname in ('account_id', 'run_id')
        and 'n_distinct=-0.0001' <> all(a.attoptions)`.execute(service.kysely);
    expect(rows).toEqual([]);
  });
});
