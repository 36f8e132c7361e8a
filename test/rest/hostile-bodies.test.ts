import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import type { BodyShape } from '../../src/rest/body-shape.js';
import { routes } from '../../src/server/routes.js';
import { brokenRules } from '../features/queens/pedigree-invariants.js';
import { sharedService, type AccountClient, type SharedService } from '../support/service.js';
import { runs } from '../support/fuzz.js';

/** Run more cases with `npm run fuzz`. */
const BODIES = runs(40);
const EXPECTED_STATUSES = [200, 201, 202, 204, 400, 404, 409];

let service: SharedService;
let client: AccountClient;
const ids: string[] = [];
beforeAll(async () => {
  service = await sharedService();
  client = await service.register();
  const queens = [
    { queen_name: 'A' },
    { queen_name: 'B', external_id: 'B-1' },
    { queen_name: 'C', birth_date: '2020' },
  ];
  const created = await client.post('/api/queens/f0/bulk', queens);
  ids.push(...created.body.data.map(({ id }: { id: string }) => id));
  for (const [path, body] of [
    ['/api/apiaries', { name: 'Forest' }],
    ['/api/hives', { name: '1' }],
    ['/api/queens/evaluations', { queen_id: ids[0], eval_year: 2024, gentleness: 3 }],
  ] as const) {
    ids.push((await client.post(path, body)).body.data.id);
  }
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((string) => string.toWellFormed().replaceAll('\0', '')),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    'A',
    '2023',
    '2023-06-31',
    '0000',
    '9999-12-31',
    '%',
    "'; drop table queen; --",
  ),
  fc.constantFrom('NaN', 'Infinity', '1e999', '__proto__', 'constructor', '\u202e', 'x'.repeat(10_001)),
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 2.5, 4, 50, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 1e21),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anything = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));

function value(): fc.Arbitrary<unknown> {
  return fc.oneof(
    anything,
    fc.constantFrom(...ids),
    fc.constantFrom('F0', 'F1', 'testing', 'dead', 'open', '2021', '2021-05-01', 'DE', 'en'),
    fc.integer({ min: 0, max: 60 }),
    fc.array(fc.record({ system: text, value: text }), { maxLength: 3 }),
  );
}

function row({ members, readOnly }: BodyShape): fc.Arbitrary<Record<string, unknown>> {
  const name = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...Object.keys(members)) },
    { weight: 1, arbitrary: fc.constantFrom('id', ...readOnly) },
    { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
  );
  return fc
    .array(fc.tuple(name, value()), { maxLength: 8 })
    .map((pairs) => Object.fromEntries(pairs.filter(([each]) => each !== '__proto__')));
}

const shaped = routes.filter(({ shape }) => shape);

test.each(shaped.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'no body causes an internal error in %s',
  async (_, { method, path, shape }) => {
    const body = shape!.list
      ? fc.array(fc.oneof(row(shape!), anything), { maxLength: 5 })
      : fc.oneof(row(shape!), anything);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), body, async (id, content) => {
        const response = await client.request(method, `/api${path.replace(':id', id)}`, content ?? null);
        expect(EXPECTED_STATUSES).toContain(response.status);
        if (response.status < 400) return;
        expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
        if (response.status === 400) expect(response.body.errors.length).toBeGreaterThan(0);
        expect(JSON.stringify(response.body)).not.toMatch(/select |insert |kysely|node_modules|invalid input syntax/i);
      }),
      { numRuns: BODIES },
    );
    expect(await brokenRules(service.services.orm.database.kysely as Kysely<unknown>, client.account.id)).toEqual([]);
  },
);

const MUTATIONS = [
  'mutation ($input: QueenInput!) { createQueen(input: $input) { id } }',
  'mutation ($input: EvaluationInput!) { createEvaluation(input: $input) { id } }',
  'mutation ($input: ApiaryInput!) { createApiary(input: $input) { id } }',
  'mutation ($input: HiveInput!) { createHive(input: $input) { id } }',
  'mutation ($input: AccountInput!) { updateAccount(input: $input) { id } }',
];
const TYPES: Record<string, number> = {
  QueenInput: 0,
  EvaluationInput: 1,
  ApiaryInput: 2,
  HiveInput: 3,
  AccountInput: 4,
};

test.each(Object.entries(TYPES))(
  '%s accepts or rejects any variables without an internal error',
  async (type, index) => {
    const { shape } = shaped.find(({ document }) => document.includes(`$input: ${type}!`))!;
    const fields = row({ ...shape!, members: Object.fromEntries(Object.values(shape!.members).map((f) => [f, f])) });
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const { status, body } = await client.graphql(MUTATIONS[index]!, { input });
        expect([200, 400]).toContain(status);
        for (const { extensions, message } of body.errors ?? []) {
          // Messages of the database or of the program must not reach the client.
          expect(['BAD_USER_INPUT', 'CONFLICT', 'NOT_FOUND', 'validation_failed']).toContain(extensions.code);
          expect(message).not.toMatch(/select |kysely|node_modules/i);
        }
      }),
      { numRuns: BODIES },
    );
  },
);
