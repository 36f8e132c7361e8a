import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { all } from '../imports/uploads.js';
import { factories } from '../../support/factories.js';
import { sharedService, type SharedService } from '../../support/service.js';

const PATH = '/api/v1/ebv/ranking';
/** Name of each trait in the database, by its REST name. */
const TRAITS: Record<string, string> = {
  honey: 'honey',
  gentleness: 'gentleness',
  swarming: 'non_swarming',
  hyg6: 'hyg6h',
};

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

interface Ranked {
  rank: number;
  queen_id: string;
  index: number;
  reliability_r2: number | null;
  queen_name?: string;
  values: Record<string, { raw_value: number; normalized_value: number; reliability_r2: number | null }>;
}

const db = () => service.services.orm.database.kysely;

/** Maps n to a multiple of ½ from 0 to less than `most`. Many of these numbers are equal. */
const spread = (n: number, most: number) => ((n * 7919) % (2 * most)) / 2;

/** Creates queens with values of four traits. Every seventh queen lacks the values of one trait. */
async function insertQueens(count: number, run: Record<string, unknown> = {}): Promise<{ ids: string[]; run: string }> {
  const make = factories(db());
  const { id } = client.account;
  const ids = await make.queens(
    id,
    Array.from({ length: count }, (_, n) => ({
      id: uuid(),
      name: `Queen ${n}`,
      external_id: `DE-${n}`,
      birth_date: `${2015 + (n % 6)}`,
      generation: 'F0',
      status: n % 2 ? 'testing' : 'dead',
      race: n % 3 ? 'carnica' : 'buckfast',
    })),
  );
  const created = await insertValues(ids, run);
  return { ids, run: created };
}

async function insertValues(ids: string[], row: Record<string, unknown> = {}, shift = 0): Promise<string> {
  const make = factories(db());
  const { id } = client.account;
  const run = await make.run(id, { traits: `{${Object.values(TRAITS).join()}}`, ...row });
  const values = ids.flatMap((queen_id, n) =>
    Object.values(TRAITS).flatMap((trait, t) =>
      (['queen', 'worker'] as const).map((entity_type, e) => ({
        account_id: id,
        run_id: run,
        queen_id,
        trait,
        entity_type,
        raw: n,
        normalized: 90 + spread(n + 1, 5 * (t + 1)) + e * (n % 4) + shift,
        reliability: n % 11 === 0 && t === 1 ? null : 0.3 + spread(n + t, 10) / 20,
      })),
    ),
  );
  const stored = values.filter(({ raw, trait }) => raw % 7 !== 6 || trait !== 'hyg6h');
  await db()
    .insertInto('breeding_value' as never)
    .values(stored as never)
    .execute();
  return run;
}

interface Value {
  queen_id: string;
  trait: string;
  normalized_value: number;
  reliability_r2: number | null;
}

/** Computes the expected ranking from the values that the service lists. */
async function expected(weights: Record<string, number>, entity = 'queen') {
  const values = await all<Value>(client, `/api/ebv/latest?entity_type=${entity}`);
  const counting = Object.entries(weights).filter(([, weight]) => weight !== 0);
  const size = counting.reduce((sum, [, weight]) => sum + Math.abs(weight), 0);
  const queens = new Map<string, Map<string, Value>>();
  for (const value of values) {
    queens.set(value.queen_id, (queens.get(value.queen_id) ?? new Map()).set(value.trait, value));
  }
  return [...queens]
    .filter(([, of]) => counting.every(([trait]) => of.has(trait)))
    .map(([queen_id, of]) => {
      const r2 = counting.map(([trait]) => of.get(trait)!.reliability_r2);
      return {
        queen_id,
        index: counting.reduce((sum, [trait, w]) => sum + (w * (of.get(trait)!.normalized_value - 100)) / size, 100),
        reliability: r2.includes(null) ? null : Math.min(...(r2 as number[])),
        honey: of.get('honey')!.normalized_value,
      };
    });
}

const even = { honey: 1, gentleness: 1, swarming: 1, hyg6: 1 };
const text = (weights: object) =>
  Object.entries(weights)
    .map(([trait, weight]) => `${trait}:${weight}`)
    .join();

function expectRanking(
  ranked: Ranked[],
  expectedQueens: { queen_id: string; index: number; reliability: number | null }[],
) {
  expect(ranked.map(({ queen_id }) => queen_id).sort()).toEqual(expectedQueens.map(({ queen_id }) => queen_id).sort());
  const byId = new Map(expectedQueens.map((each) => [each.queen_id, each]));
  for (const [place, { rank, queen_id, index, reliability_r2 }] of ranked.entries()) {
    const { index: right, reliability } = byId.get(queen_id)!;
    expect(index).toBeCloseTo(right, 9);
    expect(reliability_r2).toBe(reliability);
    const before = ranked[place - 1];
    if (before) expect(before.index).toBeGreaterThanOrEqual(index);
    expect(rank).toBe(ranked.filter((other) => other.index > index).length + 1);
  }
}

/** Reads all pages by following their links. */
async function walk(path: string): Promise<Ranked[]> {
  const rows: Ranked[] = [];
  for (let next: string | undefined = path; next;) {
    const { body, headers }: Awaited<ReturnType<typeof client.get>> = await client.get(next);
    rows.push(...body.data);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return rows;
}

describe('ranking', () => {
  test.each([
    ['stored weights', { honey: 2, swarming: -1, vigor: 5 }, { honey: 2, swarming: -1 }, ''],
    ['weights of the request', undefined, { gentleness: 3, hyg6: 0.5 }, 'gentleness:3,hyg6:0.5'],
    ['equal weights if none are stored', undefined, even, ''],
  ])('is ordered by the index of the run with %s', async (_, storedWeights, weights, requestedWeights) => {
    const { run } = await insertQueens(60);
    if (storedWeights) await client.request('PUT', '/api/ebv/index-weights', { weights: storedWeights });
    const { body } = await client.get(`${PATH}?limit=100${requestedWeights && `&weights=${requestedWeights}`}`);
    expect(body.run.id).toBe(run);
    expect(body.weights).toMatchObject(
      requestedWeights ? { ...weights, vigor: 0 } : (storedWeights ?? { ...weights, vigor: 1 }),
    );
    const expectedQueens = await expected(weights);
    expectRanking(body.data, expectedQueens);
    expect(body.page).toEqual({ limit: 100, offset: 0, total: expectedQueens.length, next_cursor: null });
    expect(new Set(body.data.map(({ rank }: Ranked) => rank)).size).toBeLessThan(expectedQueens.length);
    const [first] = body.data as Ranked[];
    const { body: valuesOfFirst } = await client.get(`/api/ebv/queens/${first!.queen_id}`);
    for (const { trait, entity_type, normalized_value, raw_value, reliability_r2 } of valuesOfFirst.data) {
      if (entity_type !== 'queen') continue;
      expect(first!.values[trait]).toEqual({ raw_value, normalized_value, reliability_r2 });
    }
  });

  test('can be ordered by worker values, by ascending index, by reliability and by a trait', async () => {
    await insertQueens(40);
    const workers = await walk(`${PATH}?entity_type=worker&weights=honey:1`);
    expectRanking(workers, await expected({ honey: 1 }, 'worker'));
    const worst = await walk(`${PATH}?sort=index&limit=7`);
    const indices = worst.map(({ index }) => index);
    expect(indices).toEqual([...indices].sort((a, b) => a - b));
    for (const direction of ['', '-']) {
      const rows = await walk(`${PATH}?sort=${direction}reliability_r2&limit=7&weights=gentleness:1`);
      expect(rows).toHaveLength(40);
      const known = rows.map(({ reliability_r2 }) => reliability_r2).filter((each) => each !== null);
      expect(known).toEqual([...known].sort((a, b) => (direction ? b - a : a - b)));
      // Unknown values come last and share a rank.
      const unknown = rows.slice(known.length).map(({ rank, reliability_r2 }) => [rank, reliability_r2]);
      expect(unknown).toEqual([37, 37, 37, 37].map(() => [37, null]));
    }
    const honey = await walk(`${PATH}?sort=-honey&weights=gentleness:1`);
    const values = honey.map(({ values: { honey: of } }) => of!.normalized_value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    for (const [place, { rank }] of honey.entries()) {
      expect(rank).toBe(values.filter((value) => value > values[place]!).length + 1);
    }
  });

  test('contains only the selected queens, with their own ranks, if the request has a filter', async () => {
    const { ids } = await insertQueens(50);
    const expectedQueens = await expected(even);
    const queens = new Map(ids.map((id, n) => [id, n]));
    const among = async (query: string, is: (n: number) => boolean) => {
      const ranked = await walk(`${PATH}?${query}`);
      expectRanking(
        ranked,
        expectedQueens.filter(({ queen_id }) => is(queens.get(queen_id)!)),
      );
      expect(ranked.length).toBeGreaterThan(0);
    };
    await among('life_status=testing&limit=3', (n) => n % 2 === 1);
    await among('race=buckfast', (n) => n % 3 === 0);
    await among('born_from=2016&born_to=2017', (n) => [1, 2].includes(n % 6));
    await among('search=queen%201', (n) => n === 1 || (n >= 10 && n < 20));
    await among('generation=F0', () => true);
    for (const minimum of [0, 0.5, 1]) {
      const reliable = await walk(`${PATH}?min_reliability=${minimum}`);
      expectRanking(
        reliable,
        expectedQueens.filter(({ reliability }) => reliability !== null && reliability >= minimum),
      );
    }
    expect((await client.get(`${PATH}?search=nobody`)).body).toMatchObject({
      data: [],
      page: { total: 0, next_cursor: null },
    });
  });

  test.each([1, 7, 20])(
    'read in pages of %s queens contains every queen once and in the same order, even if weights and runs change between the pages',
    async (limit) => {
      const { ids, run } = await insertQueens(45);
      const full = (await client.get(`${PATH}?limit=100`)).body.data;
      const collected: Ranked[] = [];
      let path: string | null = `${PATH}?limit=${limit}`;
      while (path) {
        const {
          body,
        }: { body: { run: { id: string }; data: Ranked[]; page: { next_cursor: string | null; total: number } } } =
          await client.get(path);
        expect([body.run.id, body.page.total]).toEqual([run, full.length]);
        if (collected.length === 0) {
          await insertValues(ids, { computed_at: '2100-01-01T00:00:00Z' }, 3);
          await client.request('PUT', '/api/ebv/index-weights', { weights: { hyg6: -1 } });
        }
        collected.push(...body.data);
        path = body.page.next_cursor && `${PATH}?limit=${limit}&cursor=${body.page.next_cursor}`;
      }
      expect(collected).toEqual(full);
      const jumped = await client.get(`${PATH}?limit=10&offset=5&weights=${text(even)}`);
      expect(jumped.body.run.id).not.toBe(run);
      expect(jumped.body.data.map(({ queen_id }: Ranked) => queen_id)).toEqual(
        full.slice(5, 15).map(({ queen_id }: Ranked) => queen_id),
      );
      expect(jumped.body.data.map(({ rank }: Ranked) => rank)).toEqual(
        full.slice(5, 15).map(({ rank }: Ranked) => rank),
      );
    },
  );

  // Regression: after the deletion of the run, paging ended as if all rows had been read.
  test.each([PATH, '/api/v1/ebv/latest'])('cannot be continued after its run was deleted: %s', async (path) => {
    const { run } = await insertQueens(12);
    const { body, headers } = await client.get(`${path}?limit=5`);
    expect(body.data).toHaveLength(5);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link')!)![1]!;
    expect((await client.get(next)).body.data.length).toBeGreaterThan(0);
    expect((await client.delete(`/api/ebv/runs/${run}`)).status).toBe(204);
    expect(await client.get(next)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'cursor', message: expect.stringContaining('start again') }] },
    });
  });

  test('is empty without a run, or if the run has no values of the weighted traits', async () => {
    expect((await client.get(PATH)).body).toMatchObject({ run: null, data: [], page: { total: 0, next_cursor: null } });
    const { run } = await insertQueens(3);
    expect((await client.get(`${PATH}?weights=vigor:1`)).body).toMatchObject({ run: { id: run }, data: [] });
    expect((await client.get(`${PATH}?offset=10`)).body).toMatchObject({ data: [], page: { total: 3 } });
    expect((await (await service.register()).get(PATH)).body).toMatchObject({ run: null, data: [] });
  });

  test('is updated when a queen or a run is deleted, and when two queens are merged', async () => {
    const { ids, run } = await insertQueens(10);
    const rows = async () =>
      (
        await sql<{ count: number }>`
      select count(*)::integer as count from ranking_row where account_id = ${client.account.id}`.execute(db())
      ).rows[0]!.count;
    expect(await rows()).toBe(20);
    expect((await client.delete(`/api/queens/${ids[0]}`)).status).toBe(204);
    const make = factories(db());
    const twin = await make.queen(client.account.id, { name: 'Twin', external_id: 'DE-X' });
    const merged = await client.post(`/api/queens/${twin}/merge`, { queen_id: ids[1]! });
    expect([merged.status, merged.body]).toEqual([200, expect.anything()]);
    const ranked = await walk(PATH);
    expectRanking(ranked, await expected(even));
    expect(ranked.map(({ queen_id }) => queen_id)).toContain(twin);
    expect(await rows()).toBe(18);
    expect((await client.delete(`/api/ebv/runs/${run}`)).status).toBe(204);
    expect(await rows()).toBe(0);
  });

  test.each([
    ['weights=honey', 'weights'],
    ['weights=colour:1', 'weights'],
    ['weights=honey:1,honey:2', 'weights'],
    ['weights=honey:1:2', 'weights'],
    ['weights=honey:1001', 'weights'],
    ['weights=honey:0', 'weights'],
    ['weights=nonSwarming:1', 'weights'],
    ['min_reliability=1.5', 'min_reliability'],
    ['sort=name', 'sort'],
    ['entity_type=drone', 'entity_type'],
    ['cursor=W10', 'cursor'],
    ['limit=0', 'limit'],
  ])('rejects %s and names the parameter', async (query, path) => {
    await insertQueens(2);
    const { status, body } = await client.get(`${PATH}?${query}`);
    expect([status, body.errors?.map((fault: { path: string }) => fault.path)]).toEqual([400, [path]]);
  });

  test('rejects a cursor of a ranking with another order or with other weights', async () => {
    await insertQueens(5);
    const { body } = await client.get(`${PATH}?limit=1&weights=honey:1`);
    const cursor = body.page.next_cursor;
    expect((await client.get(`${PATH}?limit=1&weights=honey:1&cursor=${cursor}`)).status).toBe(200);
    for (const other of ['weights=honey:2', 'sort=index', 'sort=-honey']) {
      const rejected = await client.get(`${PATH}?cursor=${cursor}&${other}`);
      expect([other, rejected.status, rejected.body.errors[0].path]).toEqual([other, 400, 'cursor']);
    }
  });

  // Regression: a weight of 1e308 in a forged cursor, and a stored weight of 1e-310, caused status 500.
  test('rejects a forged cursor, and accepts very small weights', async () => {
    await insertQueens(5);
    const { body } = await client.get(`${PATH}?limit=1`);
    const place = JSON.parse(Buffer.from(body.page.next_cursor, 'base64url').toString()) as unknown[];
    const forged = (at: number, value: string) =>
      Buffer.from(`[${place.map((each, index) => (index === at ? value : JSON.stringify(each))).join()}]`);
    for (const at of [2, 9]) {
      for (const value of ['1e308', '-1001', '1e400', 'null', '"1"']) {
        const rejected = await client.get(`${PATH}?cursor=${forged(at, value).toString('base64url')}`);
        expect([value, rejected.status, rejected.body.errors?.[0].path]).toEqual([value, 400, 'cursor']);
      }
    }
    const infinite = await client.get(`${PATH}?cursor=${forged(10, '1e400').toString('base64url')}`);
    expect([infinite.status, infinite.body.errors?.[0].path]).toEqual([400, 'cursor']);
    for (const weight of [5e-324, 1e-310]) {
      const saved = await client.put('/api/ebv/index-weights', { weights: { honey: weight, gentleness: weight } });
      expect(saved.status).toBe(200);
      const [small, even] = await Promise.all(
        ['', '?weights=honey:1,gentleness:1'].map((query) => client.get(PATH + query)),
      );
      expect([small!.status, small!.body.data]).toEqual([200, even!.body.data]);
      expect((await client.get('/api/ebv/trends')).status).toBe(200);
    }
    await client.put('/api/ebv/index-weights', { weights: { honey: 1000, gentleness: 5e-324 } });
    expect((await client.get(PATH)).status).toBe(200);
  });

  test('omits the data of queens if the key may not read queens', async () => {
    await insertQueens(5);
    const { body } = await client.get(PATH);
    const { key } = await makeKey(client, { permissions: { blup: 'read' } });
    const limited = await clientWithKey(service, key).get(PATH);
    const names = ['queen_name', 'external_id', 'generation', 'birth_date', 'life_status'];
    expect(Object.keys(body.data[0])).toEqual(expect.arrayContaining(names));
    const without = body.data.map((row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
    );
    expect(limited.body).toEqual({ ...body, data: without });
  });

  const ID = '0190a6f0-0000-7000-8000-000000000000';
  const NEEDED = { resource: 'queens', level: 'read' };
  test.each([
    'generation=F0',
    'life_status=dead',
    'race=carnica',
    'year=2015',
    'born_from=2015',
    'born_to=2015',
    `mother_id=${ID}`,
    `father_id=${ID}`,
    `mated_to_id=${ID}`,
    'search=Queen',
    'updated_since=2015-01-01',
  ])(
    'cannot be filtered by %s without permission to read queens, because the result would reveal the value',
    async (filter) => {
      await insertQueens(5);
      const { key } = await makeKey(client, { permissions: { blup: 'read' } });
      const limited = clientWithKey(service, key);
      // The missing permission is reported before other errors.
      for (const more of ['', '&sort=nothing']) {
        const { status, body } = await limited.get(`${PATH}?limit=1&${filter}${more}`);
        expect([status, body.code, body.required, body.page]).toEqual([
          403,
          'insufficient_permission',
          NEEDED,
          undefined,
        ]);
      }
      expect((await limited.get(`${PATH}?min_reliability=0.1&sort=honey&weights=honey:1`)).status).toBe(200);
      expect((await client.get(`${PATH}?${filter}`)).status).toBe(200);
      const both = await makeKey(client, { permissions: { blup: 'read', queens: 'read' } });
      expect((await clientWithKey(service, both.key).get(`${PATH}?${filter}`)).status).toBe(200);
    },
  );

  test('requires permission to read queens for any filter in GraphQL', async () => {
    await insertQueens(5);
    const { key } = await makeKey(client, { permissions: { blup: 'read' } });
    const limited = clientWithKey(service, key);
    const document = 'query ($filter: QueenFilter) { ebvRanking(filter: $filter) { totalCount } }';
    for (const [query, variables] of [
      ['{ ebvRanking(filter: { search: "Queen" }) { totalCount } }'],
      ['{ ebvRanking(filter: {}) { totalCount } }'],
      [document, { filter: { bornFrom: '2015' } }],
    ] as const) {
      const { body } = await limited.graphql(query, variables);
      expect(body.data).toEqual({ ebvRanking: null });
      expect(body.errors).toMatchObject([
        { path: ['ebvRanking'], extensions: { code: 'insufficient_permission', required: NEEDED } },
      ]);
      expect((await client.graphql(query, variables)).body.errors).toBeUndefined();
    }
    for (const variables of [{}, { filter: null }]) {
      expect((await limited.graphql(document, variables)).body).toEqual({ data: { ebvRanking: { totalCount: 5 } } });
    }
  });
});
