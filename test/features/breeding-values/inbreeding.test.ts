import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beePedigree } from '../../../src/blup/index.js';
import { CoefficientCache } from '../../../src/features/breeding-values/inbreeding/coefficient-cache.js';
import { inbreedingByBirthYear } from '../../../src/features/breeding-values/inbreeding/inbreeding-by-birth-year.js';
import { csv } from '../imports/files.js';
import { all, importFile } from '../imports/uploads.js';
import { factories } from '../../support/factories.js';
import { startService, type Client, type TestService } from '../../support/service.js';
import { toBeeQueens, tabularInbreeding, type Row } from './test-pedigrees.js';
import { enterTwelve } from './twelve-queens.js';
import { runs } from '../../support/fuzz.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ REQUESTS_PER_MINUTE: '0' });
});
afterAll(() => service.close());

const rowsOf = (client: Client) => all<Row>(client, '/api/v1/queens');

/** Expects every coefficient in the list of queens to equal that of the reference implementation `TabularBees`. */
async function expectCorrectInbreeding(client: Client): Promise<Row[]> {
  const rows = await rowsOf(client);
  const expected = tabularInbreeding(rows);
  for (const { id, inbreeding } of rows) expect(inbreeding).toBeCloseTo(expected.get(id)!, 10);
  return rows;
}

test('inbreeding is the same in lists, details, pedigrees and CSV files, by REST and GraphQL', async () => {
  const client = await service.register();
  const id = await enterTwelve(client);
  await client.post('/api/queens/f1', { queen_name: 'Worker', mother_id: id.Q12 });
  const rows = await expectCorrectInbreeding(client);
  const coefficients = Object.fromEntries(rows.map((row) => [row.id, row.inbreeding]));
  expect(Object.values(coefficients).filter((value) => value > 0)).toHaveLength(4);
  // Q12 and her mate Q08 have the common ancestors Q01 and Q03, so the daughters of Q12 are inbred.
  expect(coefficients[rows.find(({ mother_id }) => mother_id === id.Q12)!.id]).toBeGreaterThan(0.07);

  for (const queen of [id.Q10!, id.Q12!]) {
    const { body } = await client.get(`/api/queens/f0/${queen}`);
    expect(body.data.inbreeding).toBe(coefficients[queen]);
    expect((await client.get(`/api/queens/${queen}/pedigree`)).body.data.inbreeding).toBe(coefficients[queen]);
    const { body: response } = await client.graphql(
      'query ($id: ID!) { queen(id: $id) { inbreeding pedigree(depth: SEVEN) { inbreeding } mother { inbreeding } } }',
      { id: queen },
    );
    const mother = rows.find(({ id }) => id === queen)!.mother_id!;
    expect(response.data.queen).toEqual({
      inbreeding: coefficients[queen],
      pedigree: { inbreeding: coefficients[queen] },
      mother: { inbreeding: coefficients[mother] },
    });
  }
  for (const generation of ['f0', 'f1']) {
    const { body } = await client.get(`/api/queens/${generation}.csv`);
    const [head, ...lines] = (body as string).trim().split('\r\n');
    const place = head!.split(/[,;]/).indexOf('inbreeding');
    expect(lines.map((line) => Number(line.split(/[,;]/)[place])).sort()).toEqual(
      rows
        .filter((row) => (row as Row & { generation: string }).generation.toLowerCase() === generation)
        .map(({ inbreeding }) => inbreeding)
        .sort(),
    );
  }
});

interface Act {
  act: 'mate' | 'mother' | 'father' | 'type' | 'add' | 'delete' | 'merge' | 'import' | 'undo';
  one: number;
  other: number;
}

const ACTS: Act['act'][] = ['mate', 'mother', 'type', 'add', 'delete', 'merge', 'import', 'undo', 'father'];
const acts = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS, 'mate', 'mate', 'mother', 'add'), one: fc.nat(), other: fc.nat() }),
  { minLength: 5, maxLength: 10 },
);
const TYPES = ['single_drone', 'single_queen', 'land_station', 'open', null];

/** Runs a write, which may be rejected. */
async function runCommand(client: Client, { act, one, other }: Act, rows: Row[], imports: string[]): Promise<void> {
  const [a, b] = [rows[one % rows.length]!, rows[other % rows.length]!];
  const put = (body: object) => client.put(`/api/queens/f0/${a.id}`, body);
  switch (act) {
    case 'mate':
      return void (await put({ mated_to_id: b.id, drone_producers: 1 + (other % 8), drones: null }));
    case 'mother':
      return void (await put({ mother_id: b.id, father_id: b.mated_to_id }));
    case 'father':
      return void (await put({ mother_id: null, father_id: b.id }));
    case 'type':
      return void (await put({ mating_type: TYPES[other % TYPES.length], drone_producers: null }));
    case 'add':
      return void (await client.post('/api/queens/f0', {
        external_id: `N-${one}`,
        mother_id: b.id,
        mated_to_id: a.id,
      }));
    case 'delete':
      return void (await client.delete(`/api/queens/f0/${a.id}`));
    case 'merge':
      return void (await client.post(`/api/queens/${a.id}/merge`, { queen_id: b.id }));
    case 'import': {
      const row = { external_id: `I-${one}`, mother: `N-${other % 6}`, mated_to: `N-${one % 6}`, generation: 'F0' };
      return void imports.push((await importFile(client, 'more.csv', csv([row]))).id);
    }
    case 'undo':
      return void (await client.post(`/api/v1/imports/${imports.pop() ?? a.id}/undo`));
  }
}

test('inbreeding of daughters is computed without reading rows if the ancestors of the dam are cached', async () => {
  const client = await service.register();
  const id = await enterTwelve(client);
  const orphan = await client.post('/api/queens/f0', { queen_name: 'Orphan', father_id: id.Q10, mated_to_id: id.Q12 });
  const daughter = await client.post('/api/queens/f1', { queen_name: 'Daughter', mother_id: orphan.body.data.id });
  const ids = [...Object.values(id), orphan.body.data.id, daughter.body.data.id];
  const read = async (queen: string, fields: string) =>
    (await client.graphql(`query ($id: ID!) { queen(id: $id) { ${fields} } }`, { id: queen })).body.data.queen;
  for (const queen of ids) await read(queen, 'pedigree(depth: SEVEN) { knownAncestors } matedTo { id }');
  service.statements.length = 0;
  const coefficients = new Map<string, number>();
  for (const queen of ids) coefficients.set(queen, (await read(queen, 'inbreeding')).inbreeding);
  expect(service.statements.filter((text) => text.includes('mated_to_id from queen'))).toEqual([]);
  const rows = await expectCorrectInbreeding(client);
  expect(coefficients).toEqual(new Map(ids.map((queen) => [queen, rows.find((row) => row.id === queen)!.inbreeding])));
  expect(coefficients.get(ids.at(-1)!)).toBeGreaterThan(0);
});

test('inbreeding matches the current pedigree after any sequence of writes', async () => {
  let inbred = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const client = await service.register();
      const imports: string[] = [];
      const start = [0, 1, 2, 3, 4, 5].map((number) => ({ queen_name: `Q${number}`, external_id: `N-${number}` }));
      const { body } = await client.post('/api/queens/f0/bulk', start);
      const ids = (body.data as Row[]).map(({ id }) => id);
      // Initial family: daughters of two dams with the same mate. One of the dams is mated with a single drone.
      await client.put(`/api/queens/f0/${ids[0]}`, { mated_to_id: ids[2] });
      await client.put(`/api/queens/f0/${ids[1]}`, { mated_to_id: ids[2], mating_type: 'single_drone' });
      await client.put(`/api/queens/f0/${ids[3]}`, { mother_id: ids[0], mated_to_id: ids[4] });
      await client.put(`/api/queens/f0/${ids[4]}`, { mother_id: ids[1] });
      await client.put(`/api/queens/f0/${ids[5]}`, { mother_id: ids[3] });
      let rows = await expectCorrectInbreeding(client);
      for (const step of steps) {
        await runCommand(client, step, rows, imports);
        rows = await expectCorrectInbreeding(client);
        inbred += rows.filter(({ inbreeding }) => inbreeding > 0).length;
      }
    }),
    { numRuns: runs(3) },
  );
  expect(inbred).toBeGreaterThan(0);
});

/** Queens of up to 45 generations: each mother is one of the three queens before, and each mate is any earlier queen. */
const deepPedigree = fc.array(fc.record({ before: fc.integer({ min: 1, max: 3 }), mate: fc.nat() }), {
  minLength: 10,
  maxLength: 45,
});
const reads = fc.array(fc.record({ queen: fc.nat(), depth: fc.constantFrom(0, 3, 5, 7) }), { maxLength: 20 });

test('inbreeding does not depend on which ancestors earlier requests have cached', async () => {
  let inbred = 0;
  await fc.assert(
    fc.asyncProperty(deepPedigree, reads, async (queens, steps) => {
      const client = await service.register();
      const rows = queens.map(({ before, mate }, index) => ({
        external_id: `N-${index}`,
        mother: index >= before ? `N-${index - before}` : '',
        mated_to: index > 0 ? `N-${mate % index}` : '',
        generation: 'F0',
      }));
      await importFile(client, 'deep.csv', csv(rows));
      const { body } = await client.graphql('{ queens(first: 45) { nodes { id } } }');
      const ids: string[] = body.data.queens.nodes.map(({ id }: { id: string }) => id);
      const found = await Promise.all(
        steps.map(async ({ queen, depth }, index) => {
          const id = ids[queen % ids.length]!;
          // Every second request waits for another read, so that the requests find different ancestors in the cache.
          if (index % 2 === 0) await client.get(`/api/queens/${ids[(queen + 1) % ids.length]}`);
          const path = depth === 0 ? `/api/queens/${id}` : `/api/queens/${id}/pedigree?depth=${depth}`;
          return { id, inbreeding: (await client.get(path)).body.data.inbreeding as number };
        }),
      );
      const expected = new Map((await expectCorrectInbreeding(client)).map(({ id, inbreeding }) => [id, inbreeding]));
      for (const { id, inbreeding } of found) expect(inbreeding).toBe(expected.get(id));
      inbred += found.filter(({ inbreeding }) => inbreeding > 0).length;
    }),
    { numRuns: runs(10) },
  );
  expect(inbred).toBeGreaterThan(0);
});

test('a changed mating returns the new inbreeding of the daughters, and a rejected write changes nothing', async () => {
  const client = await service.register();
  const id = await enterTwelve(client);
  const before = (await client.get(`/api/queens/${id.Q10}`)).body.data.inbreeding;
  const response = await client.graphql(
    `mutation ($id: ID!, $mate: ID!) { updateQueen(id: $id, input: { matedToId: $mate }) {
      inbreeding daughters { nodes { inbreeding } } } }`,
    { id: id.Q07, mate: id.Q08 },
  );
  const [daughter] = response.body.data.updateQueen.daughters.nodes;
  expect(daughter.inbreeding).not.toBeCloseTo(before, 3);
  expect((await client.get(`/api/queens/${id.Q10}`)).body.data.inbreeding).toBe(daughter.inbreeding);
  const etag = (await client.get(`/api/queens/f0/${id.Q10}`)).headers.get('etag')!;
  const rejected = await client.put(`/api/queens/f0/${id.Q07}`, { mated_to_id: id.Q09, birth_date: '2999-99-99' });
  expect(rejected.status).toBe(400);
  expect((await client.get(`/api/queens/f0/${id.Q10}`)).headers.get('etag')).toBe(etag);
  await expectCorrectInbreeding(client);
});

// Earlier versions accepted this cycle of matings, so accounts can contain it.
test('a daughter is not inbred if her dam and another queen are each mated with daughters of the other', async () => {
  const client = await service.register();
  const { body } = await client.post('/api/queens/f0/bulk', [{ queen_name: 'A' }, { queen_name: 'B' }]);
  const [a, b] = (body.data as Row[]).map(({ id }) => id);
  await client.put(`/api/queens/f0/${a}`, { mated_to_id: b });
  await sql`update queen set mated_to_id = ${a} where id = ${b}`.execute(service.services.orm.database.kysely);
  expect((await client.post('/api/queens/f0', { queen_name: 'C', mother_id: a })).body.data.inbreeding).toBe(0);
  const years = await inbreedingByBirthYear({ em: service.services.orm.ownedBy(client.account.id) });
  expect(years).toEqual([{ year: null, queens: 3, inbred: 0, mean: 0 }]);
});

/**
 * Inserts a population that is too large for the main thread, with 400 queens per birth year. Queens of later birth
 * years are inbred.
 */
async function insertQueens(accountId: string, count: number): Promise<void> {
  const make = factories(service.services.orm.database.kysely);
  const ids = await make.queens(
    accountId,
    Array.from({ length: count }, (_, index) => ({ birth_date: String(2000 + Math.floor(index / 400)) })),
  );
  const earlier = (index: number, by: number) => ids[Math.max(0, index - by)];
  const matings = ids.map((id, index) => ({
    id,
    mother: earlier(index, 200 + (index % 7)),
    mate: earlier(index, 90 + (index % 5)),
  }));
  await service.services.orm.database.kysely.transaction().execute(async (db) => {
    await sql`
      update queen set mother_id = r.mother, mated_to_id = r.mate
      from json_to_recordset(${JSON.stringify(matings.slice(300))}::json) as r (id uuid, mother uuid, mate uuid)
      where account_id = ${accountId} and queen.id = r.id`.execute(db);
    await sql`
      update queen set father_id = dam.mated_to_id from queen dam
      where queen.account_id = ${accountId} and dam.account_id = ${accountId} and dam.id = queen.mother_id`.execute(db);
  });
}

test('inbreeding of a large population is computed in a worker thread, and averaged by birth year', async () => {
  const client = await service.register();
  await insertQueens(client.account.id, 4000);
  const { rows } = await sql<Row>`
    select id, mother_id, father_id, mated_to_id, left(birth_date::text, 4) as birth_date
    from queen where account_id = ${client.account.id}`.execute(service.services.orm.database.kysely);
  const { relationship, queenNode, places } = beePedigree(toBeeQueens(rows));
  const expected = (id: string) => relationship.inbreeding[queenNode[places.get(id)!]!]!;
  expect(Math.max(...rows.map(({ id }) => expected(id)))).toBeGreaterThan(0.1);
  // The pedigrees of the youngest queens have the most records. The pages of all years would take a minute.
  const youngest = await all<Row>(client, '/api/v1/queens?born_from=2009');
  expect(youngest).toHaveLength(400);
  for (const { id, inbreeding } of youngest) expect(inbreeding).toBeCloseTo(expected(id), 10);

  const em = service.services.orm.ownedBy(client.account.id);
  const years = await inbreedingByBirthYear({ em });
  expect(years.map(({ year }) => year)).toEqual([2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009]);
  const meanOf = (year: number | null) => {
    const born = rows.filter(({ birth_date }) => birth_date === String(year));
    return born.reduce((sum, { id }) => sum + expected(id), 0) / born.length;
  };
  for (const { year, mean } of years) expect([year, mean]).toEqual([year, expect.closeTo(meanOf(year), 10)]);
  expect(years.at(-1)).toMatchObject({ year: 2009, queens: 400, inbred: 400 });
  await factories(service.services.orm.database.kysely).queen(client.account.id, { name: 'One more' });
  expect((await inbreedingByBirthYear({ em })).at(-1)).toEqual({ year: null, queens: 1, inbred: 0, mean: 0 });
});

test('inbreeding by birth year is computed again after a computation that failed', async () => {
  const client = await service.register();
  const { kysely } = service.services.orm.database;
  await factories(kysely).queen(client.account.id);
  const em = service.services.orm.ownedBy(client.account.id);
  await sql`alter table queen rename to lost_queen`.execute(kysely);
  try {
    await expect(inbreedingByBirthYear({ em })).rejects.toThrow('does not exist');
  } finally {
    await sql`alter table lost_queen rename to queen`.execute(kysely);
  }
  expect(await inbreedingByBirthYear({ em })).toEqual([{ year: null, queens: 1, inbred: 0, mean: 0 }]);
});

describe('coefficient cache', () => {
  test('returns a coefficient only for its own revision of the pedigree', () => {
    const cache = new CoefficientCache();
    const [before, after] = [{}, {}];
    cache.set(before, 'dam', 0.1);
    expect(cache.get(before, 'dam')).toBe(0.1);
    expect(cache.get(after, 'dam')).toBeUndefined();
    cache.set(after, 'dam', 0.2);
    expect([cache.get(before, 'dam'), cache.get(after, 'dam')]).toEqual([undefined, 0.2]);
  });

  test('retains the most recently used coefficients', () => {
    const cache = new CoefficientCache(2);
    const pedigree = {};
    cache.set(pedigree, 'a', 0.1);
    cache.set(pedigree, 'b', 0.1);
    cache.get(pedigree, 'a');
    cache.set(pedigree, 'c', 0.1);
    expect(['a', 'b', 'c'].map((dam) => cache.get(pedigree, dam))).toEqual([0.1, undefined, 0.1]);
  });
});
