import { beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isLeafType, isObjectType, isRequiredArgument, type GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import { hiddenOwner } from '../../src/db/owner.js';
import { Evaluation } from '../../src/features/evaluations/evaluation.entity.js';
import { fetchRowsAsJson } from '../../src/graphql/rows.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { factories } from '../support/factories.js';
import { sharedService, type Client, type SharedService } from '../support/service.js';

const schema = await buildGuardedSchema();

let service: SharedService;
let anna: Client & { account: { id: string } };
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
  const { id } = anna.account;
  const make = factories(service.services.orm.database.kysely);
  const [mother_id, father_id] = await make.queens(id, [{}, {}]);
  const known = { external_id: 'DE-1', birth_date: '2023-05-30', status: 'dead', race: 'C', line: 'L', notes: 'N' };
  const mated = { mating_type: 'open', mated_at: '2024', drones: 9, mating_station: 'S', marking: 'M' };
  const queen = await make.queen(id, { mother_id, father_id, mated_to_id: father_id, ...known, ...mated });
  await make.identifier(id, queen, 'X-7');
  const apiary_id = await make.apiary(id);
  const hive_id = await make.hive(id, { apiary_id, queen_id: queen });
  await make.evaluation(id, queen, { apiary_id, hive_id, gentleness: 3.5, hyg6h: 3, evaluator: 'E' });
  const run = await make.run(id);
  await make.breedingValue(id, run, queen, { parent_average: 1, family: 2, own_test: 3, offspring: 4 });
});

/**
 * Returns the fields of a type that have no required arguments. All fields without a resolver are one entry. Each field
 * with a resolver is a separate entry.
 */
function fieldsOf(typeName: string): [name: string, text: string][] {
  const type = schema.getType(typeName) as GraphQLObjectType;
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const plain = fields.filter(({ resolve }) => !resolve).map(({ name }) => name);
  const resolved = fields.filter(({ resolve }) => resolve);
  return [
    ['plain fields', plain.join(' ')],
    ...resolved.map(({ name, type }): [string, string] => [
      name,
      name + selectionOf(getNamedType(type) as GraphQLObjectType),
    ]),
  ];
}

function selectionOf(type: GraphQLObjectType, levels = 2): string {
  if (!isObjectType(type)) return '';
  const leaves = Object.values(type.getFields()).filter(({ type }) => isLeafType(getNamedType(type)));
  if (leaves.length > 0) return ` { ${leaves.map(({ name }) => name).join(' ')} }`;
  const [field] = Object.values(type.getFields());
  return levels > 0
    ? ` { ${field!.name}${selectionOf(getNamedType(field!.type) as GraphQLObjectType, levels - 1)} }`
    : '';
}

const LISTS: [type: string, list: (fields: string) => string][] = [
  ['Queen', (fields) => `rows: queens(sort: [{ field: NAME, direction: DESC }]) { rows: nodes { ${fields} } }`],
  [
    'Queen',
    (fields) => `rows: queens { rows: edges { cursor rows: node { ...F } } } } fragment F on Queen { ${fields} `,
  ],
  [
    'Evaluation',
    (fields) => `rows: evaluations(sort: [{ field: HONEY, direction: DESC }]) { rows: nodes { ${fields} } }`,
  ],
  ['Evaluation', (fields) => `rows: queens { rows: nodes { rows: evaluations { ${fields} } } }`],
  ['BreedingValue', (fields) => `rows: queens { rows: nodes { rows: ebv { ${fields} } } }`],
];

const rowsOf = (data: unknown): Record<string, unknown>[] => {
  if (Array.isArray(data)) return data.flatMap(rowsOf);
  const { rows } = data as { rows?: unknown };
  return rows === undefined ? [data as Record<string, unknown>] : rowsOf(rows);
};

async function readRows(list: string): Promise<Record<string, unknown>[]> {
  const { body } = await anna.post('/graphql', { query: `{ ${list} }` });
  expect(body).not.toHaveProperty('errors');
  return rowsOf((body as { data: unknown }).data);
}

describe('selected fields', () => {
  const cases = LISTS.flatMap(([type, list]) =>
    fieldsOf(type).map(([name, text]) => [list('').replace(/\s+/g, ' '), name, text, type, list] as const),
  );
  test.each(cases)(
    'have the same values alone as together with all other fields: %s: %s',
    async (_, _name, text, type, list) => {
      const all = await readRows(
        list(
          fieldsOf(type)
            .map(([, each]) => each)
            .join(' '),
        ),
      );
      const alone = await readRows(list(text));
      expect(alone.length).toBeGreaterThan(0);
      expect(alone).toEqual(
        all.map((row, at) => Object.fromEntries(Object.keys(alone[at]!).map((key) => [key, row[key]]))),
      );
    },
  );
});

test('access to a property that was not selected throws an error', async () => {
  const em = service.services.orm.ownedBy(anna.account.id);
  const rows = sql`select * from evaluation where account_id = ${hiddenOwner(em)}`;
  const [row] = await fetchRowsAsJson(em, Evaluation, rows, { selection: new Set(['id', 'honey']) });
  expect(row!.honey).toBe(25);
  expect(() => row!.year).toThrow('not read');
});
