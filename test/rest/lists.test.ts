import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nameKey } from '../../src/features/queens/name-key.js';
import { insertSampleQueens, type TestQueen } from './sample-queens.js';
import { serveRest, type Rest } from './harness.js';

interface Entry {
  id: string;
  queen_name: string;
}
interface List {
  data: Entry[];
  page: { limit: number; offset: number | null; total: number; next_cursor: string | null };
}

let rest: Rest;
let as: string;
let queens: TestQueen[];
beforeAll(async () => {
  rest = await serveRest();
  as = await rest.account();
  queens = await insertSampleQueens(rest, as);
  await insertSampleQueens(rest, await rest.account(), 8);
});
afterAll(() => rest.close());

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const list = (query = '', account = as) => rest.json<List>(`/api/v1/queens?${query}`, { as: account });
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: TestQueen, b: TestQueen) => compare(nameKey(a.name), nameKey(b.name)) || compare(a.id, b.id);
const numbers = ({ external_id, identifier }: TestQueen) => `${external_id} ${identifier}`.toLowerCase();

describe('filters', () => {
  const cases: [string, (queen: TestQueen) => boolean][] = [
    ['generation=F1', ({ generation }) => generation === 'F1'],
    ['life_status=dead', ({ status }) => status === 'dead'],
    ['race=Carnica', ({ race }) => race === 'Carnica'],
    ['year=2021', ({ birth_date }) => birth_date?.slice(0, 4) === '2021'],
    ['born_from=2020-06-21', ({ birth_date }) => birth_date !== null && birth_date >= '2020-06-21'],
    ['born_to=2020-06-20', ({ birth_date }) => birth_date !== null && birth_date <= '2020-06-20'],
    ['born_from=2020&born_to=2021', ({ birth_date }) => /^202[01]/.test(birth_date ?? '')],
    ['search=anne', ({ name }) => nameKey(name).includes('anne')],
    ['search=%25', ({ name }) => name.includes('%')],
    ['search=_', ({ name }) => name.includes('_')],
    ['search=de-44-3', (queen) => numbers(queen).includes('de-44-3')],
    ['search=lv-1', (queen) => numbers(queen).includes('lv-1')],
    ['updated_since=2024-01-20T10:00:00%2B02:00', ({ updated_at }) => updated_at >= '2024-01-20T08:00:00.000Z'],
    ['updated_since=2024-01-20T10:00:00+02:00', ({ updated_at }) => updated_at >= '2024-01-20T08:00:00.000Z'],
    ['updated_since=2024-01-20', ({ updated_at }) => updated_at >= '2024-01-20T00:00:00.000Z'],
    ['updated_since=0001-01-01', () => true],
    ['updated_since=9999-12-31T23:59:59Z', () => false],
    [
      'race=Carnica&life_status=dead&year=2020',
      (queen) => queen.race === 'Carnica' && queen.status === 'dead' && /^2020/.test(queen.birth_date ?? ''),
    ],
  ];
  test.each(cases)('find the expected rows: %s', async (query, matches) => {
    const { data, page } = await list(`${query}&limit=100`);
    const expected = queens.filter(matches).sort(byName);
    expect(ids(data)).toEqual(ids(expected));
    expect(page).toEqual({ limit: 100, offset: 0, total: expected.length, next_cursor: null });
  });
  test('by mother_id find the daughters of a queen', async () => {
    const daughters = ids(queens.filter(({ mother_id }) => mother_id === queens[1]!.id).sort(byName));
    for (const id of [queens[1]!.id, queens[1]!.id.toUpperCase()]) {
      expect(ids((await list(`mother_id=${id}&limit=100`)).data)).toEqual(daughters);
    }
  });
  test('accept texts of up to 500 characters, even of those that UTF-16 writes as two code units', async () => {
    const read = (search: string) => rest.get(`/api/queens?${new URLSearchParams({ search })}`, { as });
    expect((await read('\u{1f41d}'.repeat(500))).status).toBe(200);
    for (const text of ['', 'x'.repeat(501)]) {
      const response = await read(text);
      const { errors } = (await response.json()) as { errors: object[] };
      expect([response.status, errors]).toEqual([
        400,
        [{ path: 'search', message: 'must be a text of 1 to 500 characters' }],
      ]);
    }
  });
  test.each([
    '0000-01-01',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:00-00:01',
    '2024-02-30',
    '2024-01-20T25:00Z',
  ])('by time reject %s, which is not a time from the year 1 to the year 9999', async (time) => {
    const response = await rest.get(`/api/queens?${new URLSearchParams({ updated_since: time })}`, { as });
    const { errors } = (await response.json()) as { errors: { path: string; message: string }[] };
    expect([response.status, errors]).toEqual([
      400,
      [{ path: 'updated_since', message: expect.stringMatching(/^must be a time such as /) }],
    ]);
  });
  test('by generation are replaced by the paths /f0 and /f1, which reject the parameter `generation`', async () => {
    for (const generation of ['f0', 'f1']) {
      const { data } = await rest.json<List>(`/api/queens/${generation}?limit=100`, { as });
      const expected = queens.filter((queen) => queen.generation.toLowerCase() === generation);
      expect(ids(data)).toEqual(ids(expected.sort(byName)));
      expect((await rest.get(`/api/queens/${generation}?generation=F0`, { as })).status).toBe(400);
    }
  });
});

describe('sorting', () => {
  const keys: [string, (queen: TestQueen) => string | null][] = [
    ['queen_name', ({ name }) => nameKey(name)],
    ['birth_date', ({ birth_date }) => birth_date],
    ['race', ({ race }) => race],
    ['life_status', ({ status }) => status],
    ['generation', ({ generation }) => generation],
    // Digits within an identifier are compared by their numeric value.
    ['external_id', ({ external_id }) => external_id!.replace(/\d+/g, (digits) => digits.padStart(9, '0'))],
    ['updated_at', ({ updated_at }) => updated_at],
  ];
  test.each(keys)(
    'by %s works in both directions, with empty values last and equal values ordered by id',
    async (name, key) => {
      for (const [sign, direction] of [
        ['', 1],
        ['-', -1],
      ] as const) {
        const expected = [...queens].sort((a, b) => {
          const [x, y] = [key(a), key(b)];
          if (x === null || y === null) return Number(x === null) - Number(y === null) || compare(a.id, b.id);
          return direction * compare(x, y) || compare(a.id, b.id);
        });
        const { data } = await list(`sort=${sign}${name}&limit=100`);
        expect(ids(data)).toEqual(ids(expected));
      }
    },
  );
});

describe('in a list with pages,', () => {
  const readAllPages = async (path: string, account = as, afterPage?: (page: number) => Promise<unknown>) => {
    const seen: string[] = [];
    for (let next: string | null = path, page = 0; next; page++) {
      const response: Response = await rest.get(next, { as: account });
      const body = (await response.json()) as List;
      seen.push(...ids(body.data));
      // With a cursor, the service does not know how many rows precede the page.
      expect(body.page.offset).toBe(page === 0 ? 0 : null);
      const link = response.headers.get('link');
      expect(link === null).toBe(body.page.next_cursor === null);
      next = link && (/^<(\/api\/[^>]+)>; rel="next"$/.exec(link)?.[1] as string);
      if (next) expect(new URL(next, 'http://x').searchParams.get('cursor')).toBe(body.page.next_cursor);
      await afterPage?.(page);
    }
    return seen;
  };

  test('the links to the next pages return each row once, in several orders', async () => {
    for (const query of ['', 'sort=-birth_date', 'sort=race', 'search=a&sort=-life_status']) {
      const all = ids((await list(`${query}&limit=100`)).data);
      for (const prefix of ['/api', '/api/v1']) {
        expect(await readAllPages(`${prefix}/queens?limit=7&${query}`)).toEqual(all);
      }
    }
  });

  test('the links to the next pages return each existing row once, although other rows are inserted between the requests', async () => {
    const account = await rest.account();
    await insertSampleQueens(rest, account);
    const before = ids((await list('limit=100', account)).data);
    const seen = await readAllPages('/api/queens?limit=9', account, async (page) => {
      for (const name of [`A${page}`, `M${page}`, `zz${page}`]) {
        await rest.insert('queen', { account_id: account, generation: 'F0', name, name_key: nameKey(name) });
      }
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
  });

  test('an offset skips rows', async () => {
    const all = ids((await list('limit=100')).data);
    const { data, page } = await list('limit=5&offset=11');
    expect(ids(data)).toEqual(all.slice(11, 16));
    expect(page).toMatchObject({ limit: 5, offset: 11, total: all.length });
    expect(await list('offset=100000')).toMatchObject({ data: [], page: { next_cursor: null } });
  });

  // Regression: the message was "must be a whole number, 0 or more", which is true for this offset.
  test('an offset above the largest integer is rejected with the range', async () => {
    expect((await list('offset=2147483647')).data).toEqual([]);
    const response = await rest.get('/api/queens?offset=2147483648', { as });
    const { errors } = (await response.json()) as { errors: object[] };
    expect([response.status, errors]).toEqual([
      400,
      [{ path: 'offset', message: 'must be a whole number from 0 to 2147483647' }],
    ]);
  });

  test('a forged cursor or a cursor of another order is rejected', async () => {
    const cursor = (await list('limit=1')).page.next_cursor as string;
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const forged = [['nameKey,id', 'x', 'y'], ['nameKey,id', 1, 2], [], [1], [...place, 1], { a: 1 }, '\u0000'];
    const texts = forged.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    for (const query of [
      `sort=race&cursor=${cursor}`,
      ...texts.map((text) => `cursor=${text}`),
      'cursor=',
      'cursor=€',
    ]) {
      const response = await rest.get(`/api/queens?${query}`, { as });
      const body = (await response.json()) as { errors: { path: string }[] };
      expect([query, response.status, body.errors.map(({ path }) => path)]).toEqual([query, 400, ['cursor']]);
    }
  });
});
