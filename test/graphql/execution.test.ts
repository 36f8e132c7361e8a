import 'reflect-metadata';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  execute,
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { EVERYTHING, type Permissions } from '../../src/access/permissions.js';
import { readConfig } from '../../src/config.js';
import { createContext } from '../../src/context.js';
import { runPlanned, writePlanned } from '../../src/graphql/execution/execute.js';
import { openOrm, type Orm } from '../../src/orm.js';
import { buildGuardedSchema } from '../../src/schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { factories } from '../support/factories.js';

let database: TestDatabase;
let orm: Orm;
let schema: GraphQLSchema;
let account: string;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openOrm(readConfig(database.environment));
  schema = await buildGuardedSchema();
  const make = factories(orm.database.kysely);
  account = await make.account();
  const founders = await make.queens(account, [{}, { race: 'carnica' }]);
  const [mother_id, father_id] = founders;
  const daughters = await make.queens(account, [
    { mother_id, father_id, external_id: 'DE-1', birth_date: '2023-05-30' },
    { mother_id, status: 'dead', mated_to_id: father_id },
  ]);
  ids = [...founders, ...daughters];
  for (const id of ids.slice(1)) await make.evaluation(account, id, { gentleness: 3.5 });
  await make.identifier(account, ids[2]!, 'X-7');
  const apiary_id = await make.apiary(account, { latitude: 48.5 });
  await make.hive(account, { apiary_id, queen_id: ids[2] });
  const run = await make.run(account);
  for (const id of ids) await make.breedingValue(account, run, id);
});
afterAll(async () => {
  await orm?.close();
  await database?.drop();
});

/** As of a revision, so that queens are remembered from one run to the next. */
const contextFor = (permissions: Permissions) =>
  createContext({ orm } as never, { kind: 'session', accountId: account, permissions, revision: 1 });

/** All ways of running one query, as JSON, so that the order of fields counts too; the second null where it is left to the first. */
async function bothWays(
  query: string,
  variables = {},
  { permissions = EVERYTHING, times = 2 } = {},
): Promise<[string, string | null]> {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const contextValue = contextFor(permissions);
  const reference = await execute({ schema, document, contextValue, variableValues: variables });
  const question = () => ({ schema, document, variables, context: contextFor(permissions) });
  const planned = await runPlanned(question());
  const answer = planned && JSON.stringify({ data: planned.data });
  for (let time = 0; time < times; time += 1) {
    const text = await writePlanned(question());
    expect(text && `{"data":${text.data}}`).toBe(answer);
  }
  return [JSON.stringify(reference), answer];
}

const OFTEN = 40;

/** What to give for an argument; undefined for what is left out. */
function valueFor({ name, type }: GraphQLArgument, draw: number): string | undefined {
  if (name === 'id' || name === 'queenId') return `"${ids[draw % ids.length]}"`;
  if (name === 'first') return String(1 + (draw % 3));
  const named = getNamedType(type);
  if (isEnumType(named) && !String(type).startsWith('[')) {
    const values = named.getValues();
    return values[draw % values.length]!.name;
  }
  return undefined;
}

/** A selection of a type by random draws: aliases, fragments of both kinds, the same field twice. */
function selection(type: GraphQLObjectType, levels: number, next: () => number, fragments: string[]): string {
  const fields = Object.values(type.getFields()).filter(({ args, type: given }) => {
    const leadsOn = !isLeafType(getNamedType(given));
    return (
      (!leadsOn || (levels > 0 && isObjectType(getNamedType(given)))) &&
      args.every((arg) => !isRequiredArgument(arg) || valueFor(arg, 0) !== undefined)
    );
  });
  const chosen: string[] = ['__typename'];
  const count = 1 + (next() % 4);
  for (let index = 0; index < count && fields.length > 0; index += 1) {
    const field = fields[next() % fields.length]!;
    const given = field.args.flatMap((arg) => {
      const value = isRequiredArgument(arg) || next() % 2 === 0 ? valueFor(arg, next()) : undefined;
      return value === undefined ? [] : [`${arg.name}: ${value}`];
    });
    const inner = getNamedType(field.type);
    const below = isObjectType(inner) ? ` { ${selection(inner, levels - 1, next, fragments)} }` : '';
    // One name stands for one thing: an alias of its own for every field.
    const text = `a${fragments.length}_${index}_${next() % 1000}: ${field.name}${given.length > 0 ? `(${given.join()})` : ''}${below}`;
    const form = next() % 6;
    if (form === 0) chosen.push(`... on ${type.name} { ${text} }`);
    else if (form === 1) {
      fragments.push(`fragment F${fragments.length} on ${type.name} { ${text} }`);
      chosen.push(`...F${fragments.length - 1}`);
    } else chosen.push(text);
  }
  return chosen.join(' ');
}

test('what is planned answers to the letter as graphql-js does, whatever is asked', async () => {
  let planned = 0;
  let all = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 5 }),
      async (draws, levels) => {
        const next = () => draws.next().value as number;
        const fragments: string[] = [];
        const text = `query { ${selection(schema.getQueryType()!, levels, next, fragments)} } ${fragments.join(' ')}`;
        // So often that places are filled by code of their own.
        const times = next() % 8 === 0 ? OFTEN : 2;
        const [reference, ours] = await bothWays(text, {}, { times });
        all += 1;
        if (ours === null) return;
        planned += 1;
        expect(ours).toBe(reference);
      },
    ),
    { numRuns: 150 },
  );
  // Two thirds go by plan on the average; of 150 at random once only 59 of 100 did. None would where plans are broken.
  expect(planned / all).toBeGreaterThan(0.4);
});

test.each([
  [
    'a merge of what is asked twice',
    'query { queens { nodes { id } nodes { name mother { id } } nodes { mother { name } } } }',
    {},
  ],
  ['variables', 'query ($n: Int!) { queens(first: $n) { totalCount nodes { name } } }', { n: 2 }],
  [
    'defaults of variables',
    'query ($n: Int = 1) { queens(first: $n) { nodes { name } pageInfo { hasNextPage endCursor } } }',
    {},
  ],
  [
    'a variable that is left out, where the argument has a default, or nothing need be given',
    'query ($d: PedigreeDepth, $n: Int, $after: String) { queens(first: $n, after: $after) { nodes { pedigree(depth: $d) { depth } } } }',
    {},
  ],
  [
    'null for what need not be given',
    'query ($after: String) { queens(after: $after) { nodes { id } } }',
    { after: null },
  ],
  [
    // It was taken for given, as every object has such a member.
    'a variable that is left out, whatever it is called',
    `query ($constructor: Boolean, $toString: PedigreeDepth, $valueOf: Int) {
      queens(first: $valueOf) { nodes { pedigree(depth: $toString) { depth } ebv(history: $constructor) { runId } } }
    }`,
    {},
  ],
  [
    'values within a list or an object',
    'query ($race: String) { queens(filter: { race: $race }) { nodes { name } } }',
    {},
  ],
  [
    'a fragment used at several places',
    'query { queens { nodes { ...N mother { ...N father { ...N } } } } } fragment N on Queen { name race }',
    {},
  ],
])('%s', async (_, query, variables) => {
  const [reference, ours] = await bothWays(query, variables, { times: OFTEN });
  expect(ours).toBe(reference);
});

test.each([
  ['what goes by variables', 'query ($no: Boolean!) { queens { nodes { name @skip(if: $no) } } }', { no: true }],
  ['what the schema tells of itself', 'query { __schema { queryType { name } } }', {}],
  ['an alias that is no name like others', 'query { queens { nodes { __proto__: name } } }', {}],
  ['a variable that does not fit', 'query ($n: Int!) { queens(first: $n) { totalCount } }', { n: 'many' }],
  [
    'null for what must be given',
    'query ($d: PedigreeDepth) { queens { nodes { pedigree(depth: $d) { depth } } } }',
    { d: null },
  ],
  ['what is refused', 'query { queens(first: 0) { totalCount } }', {}],
  ['a change', 'mutation { deleteQueen(id: "none") { id } }', {}],
])('%s is left to graphql-js', async (_, query, variables) => {
  expect((await bothWays(query, variables))[1]).toBeNull();
});

test('whoever may not read all of it is left to graphql-js, before anything is read', async () => {
  const document = parse('query { queens { nodes { name evaluations { year } } } }');
  const context = contextFor({ ...EVERYTHING, evaluations: 'none' });
  expect(await runPlanned({ schema, document, variables: {}, context })).toBeNull();
  expect(await runPlanned({ schema, document, variables: {}, context: contextFor(EVERYTHING) })).not.toBeNull();
});
