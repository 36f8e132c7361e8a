import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeDocument, operationsOf, validator, type Schema } from './document.js';
import { startSampleService, type SampleService } from './sample-service.js';

/** Tests that the service rejects exactly the bodies and parameters that the document forbids. */
const document = await makeDocument();
const validate = validator(document);
const schemas = (document.components as Record<string, Record<string, Schema>>).schemas!;

let sample: SampleService;
beforeAll(async () => {
  sample = await startSampleService();
});
afterAll(() => sample?.service.close());

const VALUES: unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2.25, 4, 7, 50, 51, 200, 201, 1001, 1900, 2023, 2101, 1e9],
  ...['', ' ', 'x', 'de', 'D', 'F0', 'F1', 'F2', 'open', 'testing', 'en', 'enabled', 'never', 'read'],
  ...['2023', '2023-06-21', '2023-13-01', '1899', '2101', '0000', '20230621', '2023-06-21T10:00:00Z'],
  ...['0190a6f0-0000-7000-8000-000000000000', 'not-a-uuid', '\0', 'a\0b', '\u200b', '\t', 'ü\n'],
  ...['x'.repeat(100), 'x'.repeat(101), 'x'.repeat(201), 'x'.repeat(10_001), '🐝'.repeat(100), '🐝'.repeat(101)],
  ...[
    [],
    {},
    [[]],
    [{}],
    ['192.0.2.1'],
    ['192.0.2.0/24', '::1'],
    ['x'],
    [1],
    Array(51).fill({ system: 'a', value: 'b' }),
  ],
  ...[
    [{ system: 'a', value: 'b' }],
    [{ system: 'a' }],
    [{ system: '', value: 'b' }],
    [{ system: 'a', value: 'b', x: 1 }],
  ],
  ...[{ queens: 'read' }, { queens: 'all' }, { wasps: 'read' }],
];

/**
 * Matches the messages of rules that a schema cannot express: rules about other rows, dates that do not exist, trimmed
 * blanks, and combinations of members.
 */
const NOT_IN_SCHEMA =
  /is not the id of|no day|day that does not exist|must be a date from|not only blanks|must not be blank|before|earlier|older|born|mother|mate|cells|needs|must have a value|must be another|must be a different|is required|unpaired surrogates/;
/**
 * Returns true for values that the service may accept although the document forbids them: any number, because a year
 * may be a number; a text with blanks at its ends; and an empty text.
 */
const isTolerated = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && (value === '' || value.trim() !== value));

const BODIES: [name: string, method: string, path: (sample: SampleService) => string, as: 'key' | 'session'][] = [
  ['F0QueenChange', 'PUT', ({ id }) => `/queens/f0/${id.dam}`, 'key'],
  ['EvaluationChange', 'PUT', ({ id }) => `/queens/evaluations/${id.evaluation}`, 'key'],
  ['ApiaryChange', 'PUT', ({ id }) => `/apiaries/${id.apiary}`, 'key'],
  ['HiveChange', 'PUT', ({ id }) => `/hives/${id.hive}`, 'key'],
  ['AccountChange', 'PUT', () => '/account', 'key'],
  ['ApiKeyChange', 'PUT', ({ id }) => `/api-keys/${id.key}`, 'session'],
  ['NewApiKey', 'POST', () => '/api-keys', 'session'],
  ['Rotation', 'POST', ({ id }) => `/api-keys/${id.run}/rotate`, 'session'],
  ['NewAccount', 'POST', () => '/accounts', 'session'],
];

const ruleOf = (schema: Schema): string => JSON.stringify({ ...schema, description: '' });

/** Selects one member for each rule, because members with the same rule are parsed in the same way. */
function oneMemberPerRule(properties: Record<string, Schema>): Map<string, string> {
  const writable = Object.entries(properties).filter(([, schema]) => !schema.readOnly);
  return new Map(writable.map(([name, schema]) => [ruleOf(schema), name]));
}

/**
 * Returns all values for the first body with a rule, and a quarter of the values for each other body with this rule.
 */
function valuesFor(body: string, rule: string): unknown[] {
  const bodies = BODIES.map(([name]) => name).filter((name) =>
    oneMemberPerRule((schemas[name] as { properties: Record<string, Schema> }).properties).has(rule),
  );
  const place = bodies.indexOf(body);
  return place === 0 ? VALUES : VALUES.filter((_, index) => index % 4 === place % 4);
}

test.each(BODIES)(
  '%s: the service rejects exactly the values that the document forbids',
  async (name, method, path, as) => {
    const { properties, examples } = schemas[name] as { properties: Record<string, Schema>; examples: Schema[] };
    const example = method === 'POST' ? examples[0]! : {};
    const send = async (members: Record<string, unknown>) => {
      const { status, body } = await sample[as].request(method, `/api/v1${path(sample)}`, { ...example, ...members });
      expect([members, status < 500]).toEqual([members, true]);
      const faults: { path: string; message: string }[] = status === 400 ? (body.errors ?? []) : [];
      const isRefused = (member: string) => faults.some((fault) => fault.path.startsWith(member));
      return { status, faults, isRefused };
    };
    const wrong: unknown[] = [];
    for (const value of VALUES) {
      const rules = [...oneMemberPerRule(properties)].filter(([rule]) => valuesFor(name, rule).includes(value));
      const members = rules.map(([, member]) => member);
      const isValid = (member: string) =>
        validate({ $ref: `#/components/schemas/${name}` }, { ...example, [member]: value }).length === 0;
      // One request with all invalid members shows most rejections. The remaining members are sent one by one.
      const invalid = members.filter((member) => !isValid(member));
      const all = await send(Object.fromEntries(invalid.map((member) => [member, value])));
      for (const member of members) {
        if (invalid.includes(member) && all.isRefused(member)) continue;
        const { status, faults, isRefused } = await send({ [member]: value });
        const isExcused = faults.every(({ message }) => NOT_IN_SCHEMA.test(message));
        if (isValid(member) && isRefused(member) && !isExcused) wrong.push({ member, value, faults });
        if (!isValid(member) && !isRefused(member) && !isTolerated(value)) wrong.push({ member, value, status });
      }
    }
    expect(wrong).toEqual([]);
  },
);

// Regression: the document allowed a queen without a generation, and rows with a blank name. The document required
// `eval_year` even if `evaluated_on` was set.
test.each<[name: string, path: string, body: (sample: SampleService) => object]>([
  ['NewQueen', '/queens', () => ({ queen_name: 'Gen' })],
  ['NewApiary', '/apiaries', () => ({ name: ' ' })],
  ['NewHive', '/hives', () => ({ name: '' })],
  ['NewEvaluation', '/queens/evaluations', ({ id }) => ({ queen_id: id.dam, evaluated_on: '2019-06-01', vigor: 2 })],
  ['NewEvaluation', '/queens/evaluations', ({ id }) => ({ queen_id: id.dam, vigor: 2 })],
])('%s: the document and the service require the same members of a new row', async (name, path, make) => {
  const body = make(sample);
  const isValid = validate({ $ref: `#/components/schemas/${name}` }, body).length === 0;
  const { status } = await sample.key.post(`/api/v1${path}`, body);
  expect([path, body, status]).toEqual([path, body, isValid ? 201 : 400]);
});

const TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '100',
    '101',
    '1.5',
    '1e2',
    '9999',
    '10000',
    '2147483647',
    '2147483648',
    'x',
    'true',
    'TRUE',
  ],
  ...['2023', '2023-06-21', '2023-6-1', '2023-06-21T10:00:00Z', '2023-06-21T10:00:00+02:00', '2023-06-21 10:00'],
  ...['F0', 'f0', 'honey', 'queen', 'testing', 'queen_name', '-queen_name', '+queen_name', '3', '4', '\0'],
  ...['0190a6f0-0000-7000-8000-000000000000', '0190A6F0-0000-7000-8000-000000000000', 'x'.repeat(500), 'x'.repeat(501)],
  ...['🐝'.repeat(500), '🐝'.repeat(501)],
];

const reads = operationsOf(document).filter(({ method, path }) => method === 'GET' && !path.includes('{'));
// Cursors are excluded, because their content is internal.
const tested = reads.flatMap(({ operationId, parameters }) =>
  parameters
    .filter(({ name, in: place }) => place === 'query' && name !== 'cursor')
    .map(({ name, schema }) => ({ operationId, name, rule: JSON.stringify([name, { ...schema, description: '' }]) })),
);

/**
 * Returns all texts for the first operation with a rule, and an eighth of the texts for each other operation with this
 * rule.
 */
function textsFor(operationId: string, name: string): string[] {
  const { rule } = tested.find((each) => each.operationId === operationId && each.name === name)!;
  const place = tested.filter((each) => each.rule === rule).findIndex((each) => each.operationId === operationId);
  return place === 0 ? TEXTS : TEXTS.filter((_, index) => index % 8 === place % 8);
}

test.each(reads.map((operation) => [operation.operationId, operation] as const))(
  '%s: the service rejects exactly the parameters that the document forbids',
  async (operationId, { path, parameters, security }) => {
    const wrong: unknown[] = [];
    for (const { name, in: place, schema } of parameters) {
      if (place !== 'query' || name === 'cursor') continue;
      for (const text of textsFor(operationId, name)) {
        const typed = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/, boolean: /^(true|false)$/ }[
          schema.type as string
        ]?.test(text);
        const isValid = validate(schema, typed ? JSON.parse(text) : text).length === 0;
        const as = security.length === 1 ? sample.session : sample.key;
        const response = await as.get(`/api/v1${path}?${new URLSearchParams({ [name]: text })}`);
        const faults: { path: string }[] = response.status === 400 ? response.body.errors : [];
        const isRefused = faults.some((fault) => fault.path === name);
        if (isValid === isRefused) wrong.push({ name, text, status: response.status });
      }
    }
    expect(wrong).toEqual([]);
  },
);
