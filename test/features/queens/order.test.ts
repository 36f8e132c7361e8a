import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
  account = await server.make.account();
  await insertRows();
});
afterAll(() => server?.close());

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

/** Inserts queens, evaluations and breeding values with many equal and many missing values. */
async function insertRows(): Promise<void> {
  const at = (index: number) => `2026-01-0${1 + (index % 4)}T00:00:00Z`;
  const ids = await server.make.queens(
    account,
    Array.from({ length: 23 }, (_, index) => ({
      name: pick(['Änne', 'anna', 'Berta', 'Čeda', 'ß', 'Zoe'], index * 5),
      external_id: index % 3 === 0 ? null : `DE-${index}`,
      ...(index % 3 === 0 && { name: `Nameless ${index}` }),
      birth_date: pick([null, '2022', '2022-05-01', '2023', null, '2021-12-31'], index),
      race: pick(['Carnica', null, 'Buckfast', 'carnica'], index),
      status: pick(['testing', null, 'dead'], index),
      generation: pick(['F0', 'F1'], index),
      created_at: at(index),
      updated_at: at(index + 1),
    })),
  );
  for (const [index, id] of ids.entries()) {
    await server.make.evaluation(account, id, {
      year: 2020 + (index % 3),
      honey: pick([null, 10.5, 0, 33.333333333333336], index),
      gentleness: pick([3.5, 4], index),
      hyg6h: pick([null, 12], index),
      hyg24h: pick([null, 50], index),
      evaluated_on: pick([null, '2022', '2022-07-01'], index),
      created_at: at(index),
    });
  }
  const run = await server.make.run(account);
  for (const [index, id] of ids.entries()) {
    for (const entity_type of ['queen', 'worker']) {
      const trait = pick(['honey', 'non_swarming'], index);
      const row = {
        entity_type,
        trait,
        raw: pick([null, -1.25, 3], index),
        normalized: pick([88.1, 100, 112.7], index),
      };
      await server.make.breedingValue(account, run, id, { ...row, reliability: pick([null, 0.3], index) });
    }
  }
}

type Row = Record<string, string | number | null>;

/** Reads all rows in pages of three, by cursor. */
async function walk(list: string, fields: string, sort: string): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const query = `query ($after: String) { list: ${list}(first: 3, after: $after, sort: ${sort}) {
      nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
    const { list: page } = await server.data(account, query, { after });
    rows.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return rows;
}

const QUEENS = {
  NAME: 'name', DATE_OF_BIRTH: 'dateOfBirth', RACE: 'race', STATUS: 'status', GENERATION: 'generation',
  EXTERNAL_ID: 'externalId', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt',
}; // prettier-ignore
const EVALUATIONS = {
  YEAR: 'year', EVALUATED_ON: 'evaluatedOn', HONEY: 'honey', GENTLENESS: 'gentleness', VIGOR: 'vigor',
  WINTERING: 'wintering', NON_SWARMING: 'nonSwarming', COMB_BEHAVIOR: 'combBehavior', HYG6H: 'hyg6h',
  HYG24H: 'hyg24h', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt',
}; // prettier-ignore
const VALUES = {
  NORMALIZED: 'normalized', RAW: 'raw', RELIABILITY: 'reliability', TRAIT: 'trait', ENTITY_TYPE: 'entityType',
}; // prettier-ignore

const cases = [
  { list: 'queens', key: 'id', total: 23, fields: QUEENS },
  { list: 'evaluations', key: 'id', total: 23, fields: EVALUATIONS },
  { list: 'latestEbv', key: 'queenId trait entityType', total: 46, fields: VALUES },
].flatMap(({ fields, ...rest }) =>
  Object.entries(fields).flatMap(([word, field]) =>
    ['ASC', 'DESC'].map((direction) => ({ ...rest, word, field, direction })),
  ),
);

const padded = (text: string) => text.replace(/\d+/g, (digits) => digits.padStart(20, '0'));

/** Functions that convert text fields to their sort keys. */
const SORT_KEYS: Record<string, (value: string) => string> = {
  name: (name) => padded(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('ß', 'ss')),
  externalId: (identifier) => padded(identifier.toLowerCase()),
  trait: (trait) => trait.replace('nonSwarming', 'non_swarming'),
};

test.each(cases)(
  'pages of $list sorted by $word $direction contain each row once, in order, and missing values last',
  async (testCase) => {
    const { list, key, total, word, field, direction } = testCase;
    const rows = await walk(list, `${key} ${field}`, `{ field: ${word}, direction: ${direction} }`);
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => key.split(' ').map((name) => row[name]).join()))).toHaveProperty('size', total); // prettier-ignore

    const values = rows.map((row) => row[field] as string | number | null);
    const known = values.filter((value) => value !== null);
    expect(values.slice(known.length).every((value) => value === null)).toBe(true);
    // The database sorts these texts by its own collation, so the test only checks that equal values are adjacent.
    if (field === 'race' || field === 'status') return expectTogether(known as string[]);
    const sortable = known.map((value) => (typeof value === 'string' ? (SORT_KEYS[field] ?? String)(value) : value));
    const sorted = [...sortable].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(sortable).toEqual(direction === 'ASC' ? sorted : sorted.reverse());
  },
);

test.each(['ASC', 'DESC'])(
  'a page of queens sorted by date of birth %s skips `offset` rows, even if it starts among the missing values',
  async (direction) => {
    const sort = `{ field: DATE_OF_BIRTH, direction: ${direction} }`;
    const ids = (await walk('queens', 'id', sort)).map(({ id }) => id);
    for (let offset = 0; offset <= ids.length; offset += 1) {
      const { queens } = await server.data(account, `{ queens(first: 3, offset: ${offset}, sort: ${sort}) { nodes { id } } }`); // prettier-ignore
      expect(queens.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.slice(offset, offset + 3));
    }
  },
);

function expectTogether(values: string[]): void {
  const runs = values.filter((value, index) => value !== values[index - 1]);
  expect(new Set(runs).size).toBe(runs.length);
}

test('by default, queens are sorted by name, evaluations by newest season and breeding values by best value', async () => {
  const { queens, evaluations, latestEbv } = await server.data(
    account,
    `{ queens(first: 100) { nodes { name } } evaluations(first: 100) { nodes { year } }
       latestEbv(first: 100, trait: honey, entityType: queen) { nodes { normalized } } }`,
  );
  const names = queens.nodes.map(({ name }: { name: string }) => SORT_KEYS.name!(name));
  expect(names).toEqual([...names].sort());
  const years = evaluations.nodes.map(({ year }: { year: number }) => year);
  expect(years).toEqual([...years].sort((a, b) => b - a));
  const values = latestEbv.nodes.map(({ normalized }: { normalized: number }) => normalized);
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

describe('numbers in names and identifiers', () => {
  const SORTED = ['05-1-3', '05-1-13', '5-2-1', '7', 'a 007', 'A 8', 'a 10b', 'a 10c', 'Anna', 'Änne 2', 'Anne 10'];
  let breeder: string;
  beforeAll(async () => {
    breeder = await server.make.account();
    const shuffled = SORTED.map((_, index) => SORTED[(index * 7) % SORTED.length]!);
    await server.make.queens(
      breeder,
      shuffled.map((name, index) => ({ name, external_id: `DE-${index % 3}-${(index * 5) % 11}` })),
    );
    const apiary = await server.make.apiary(breeder, { name: 'Stand 10' });
    await server.make.apiary(breeder, { name: 'Stand 9' });
    for (const name of ['Hive 12', 'hive 2', 'Hive 1']) await server.make.hive(breeder, { name, apiary_id: apiary });
  });

  test.each(['ASC', 'DESC'])(
    'are compared as numbers when queens are sorted by name, %s, over several pages',
    async (direction) => {
      const names: string[] = [];
      let after: string | null = null;
      do {
        const query = `query ($after: String) { queens(first: 2, after: $after, sort: { field: NAME, direction: ${direction} }) {
        nodes { name } pageInfo { hasNextPage endCursor } } }`;
        const { queens } = await server.data(breeder, query, { after });
        names.push(...queens.nodes.map(({ name }: { name: string }) => name));
        after = queens.pageInfo.hasNextPage ? queens.pageInfo.endCursor : null;
      } while (after !== null);
      expect(names).toEqual(direction === 'ASC' ? SORTED : [...SORTED].reverse());
    },
  );

  test('are compared as numbers when queens are sorted by identifier', async () => {
    const { queens } = await server.data(breeder, '{ queens(first: 20, sort: { field: EXTERNAL_ID }) { nodes { externalId } } }'); // prettier-ignore
    const numbers = queens.nodes.map(({ externalId }: { externalId: string }) => externalId.split('-').map(Number));
    expect(numbers).toEqual([...numbers].sort((a, b) => a[1] - b[1] || a[2] - b[2]));
    expect(numbers).toHaveLength(SORTED.length);
  });

  test('are compared as numbers when apiaries and hives are sorted by name', async () => {
    const { apiaries, hives } = await server.data(
      breeder,
      '{ apiaries { nodes { name hives { name } } } hives { nodes { name } } }',
    );
    const inOrder = [{ name: 'Hive 1' }, { name: 'hive 2' }, { name: 'Hive 12' }];
    expect(hives.nodes).toEqual(inOrder);
    expect(apiaries.nodes).toEqual([
      { name: 'Stand 9', hives: [] },
      { name: 'Stand 10', hives: inOrder },
    ]);
  });
});

test('living queens come before dead and lost queens; other fields determine the order within both groups', async () => {
  const rows = await walk(
    'queens',
    'id status dateOfBirth name',
    '[{ field: LIVING }, { field: DATE_OF_BIRTH, direction: DESC }, { field: NAME }]',
  );
  const keyOf = ({ status, dateOfBirth }: Row) => [status === 'dead' ? 1 : 0, dateOfBirth === null ? 1 : 0] as const;
  const compare = (a: Row, b: Row) =>
    keyOf(a)[0] - keyOf(b)[0] ||
    keyOf(a)[1] - keyOf(b)[1] ||
    ((b.dateOfBirth ?? '') > (a.dateOfBirth ?? '') ? 1 : (b.dateOfBirth ?? '') < (a.dateOfBirth ?? '') ? -1 : 0) ||
    (SORT_KEYS.name!(a.name as string) < SORT_KEYS.name!(b.name as string) ? -1 : SORT_KEYS.name!(a.name as string) > SORT_KEYS.name!(b.name as string) ? 1 : 0); // prettier-ignore
  expect(rows).toHaveLength(23);
  expect(rows.map((row) => [...keyOf(row), row.dateOfBirth, row.name])).toEqual(
    [...rows].sort(compare).map((row) => [...keyOf(row), row.dateOfBirth, row.name]),
  );
});

test('a list can be sorted by several fields', async () => {
  const rows = await walk('queens', 'id generation name', '[{ field: GENERATION, direction: DESC }, { field: NAME }]');
  const seen = rows.map((row) => `${row.generation === 'F1' ? 0 : 1} ${SORT_KEYS.name!(row.name as string)}`);
  expect(seen).toEqual([...seen].sort());
});

test.each([
  ['[{ field: NAME }, { field: NAME, direction: DESC }]', /twice/],
  ['[{ field: NAME }, { field: RACE }, { field: STATUS }, { field: GENERATION }]', /at most 3/],
])('an invalid sort order is refused: %s', async (sort, message) => {
  const { data, errors } = await server.run(account, `{ queens(sort: ${sort}) { totalCount } }`);
  expect(data.queens).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path: 'sort' }] } }]);
  expect(errors![0]!.message).toMatch(message);
});
