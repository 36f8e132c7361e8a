import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
  account = await server.make.account();
  await plant();
});
afterAll(() => server?.close());

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

/** Queens and evaluations with many equal and many missing values. */
async function plant(): Promise<void> {
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

/** All rows in pages of three, by cursor. */
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

/** Sort values of these kinds. */
const LIKE: Record<string, (value: string) => string> = {
  name: (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('ß', 'ss'),
  trait: (trait) => trait.replace('nonSwarming', 'non_swarming'),
};

test.each(cases)('$list by $word, $direction: each row once, in order, missing values last', async (given) => {
  const { list, key, total, word, field, direction } = given;
  const rows = await walk(list, `${key} ${field}`, `{ field: ${word}, direction: ${direction} }`);
  expect(rows).toHaveLength(total);
  expect(new Set(rows.map((row) => key.split(' ').map((name) => row[name]).join()))).toHaveProperty('size', total); // prettier-ignore

  const values = rows.map((row) => row[field] as string | number | null);
  const known = values.filter((value) => value !== null);
  expect(values.slice(known.length).every((value) => value === null)).toBe(true);
  // Text is sorted by the collation of the database; here equal values must be adjacent.
  if (field === 'race' || field === 'status') return expectTogether(known as string[]);
  const sortable = known.map((value) => (typeof value === 'string' ? (LIKE[field] ?? String)(value) : value));
  const sorted = [...sortable].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(sortable).toEqual(direction === 'ASC' ? sorted : sorted.reverse());
});

function expectTogether(values: string[]): void {
  const runs = values.filter((value, index) => value !== values[index - 1]);
  expect(new Set(runs).size).toBe(runs.length);
}

test('defaults: queens by name, evaluations by season (newest first), breeding values by value (best first)', async () => {
  const { queens, evaluations, latestEbv } = await server.data(
    account,
    `{ queens(first: 100) { nodes { name } } evaluations(first: 100) { nodes { year } }
       latestEbv(first: 100, trait: honey, entityType: queen) { nodes { normalized } } }`,
  );
  const names = queens.nodes.map(({ name }: { name: string }) => LIKE.name!(name));
  expect(names).toEqual([...names].sort());
  const years = evaluations.nodes.map(({ year }: { year: number }) => year);
  expect(years).toEqual([...years].sort((a, b) => b - a));
  const values = latestEbv.nodes.map(({ normalized }: { normalized: number }) => normalized);
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

test('several fields are sorted in sequence', async () => {
  const rows = await walk('queens', 'id generation name', '[{ field: GENERATION, direction: DESC }, { field: NAME }]');
  const seen = rows.map((row) => `${row.generation === 'F1' ? 0 : 1} ${LIKE.name!(row.name as string)}`);
  expect(seen).toEqual([...seen].sort());
});

test.each([
  ['[{ field: NAME }, { field: NAME, direction: DESC }]', /twice/],
  ['[{ field: NAME }, { field: RACE }, { field: STATUS }, { field: GENERATION }]', /at most 3/],
])('an invalid order is refused: %s', async (sort, message) => {
  const { data, errors } = await server.ask(account, `{ queens(sort: ${sort}) { totalCount } }`);
  expect(data.queens).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', errors: [{ path: 'sort' }] } }]);
  expect(errors![0]!.message).toMatch(message);
});
