import { expect, test } from '@jest/globals';
import { openApiDocument } from '../../src/openapi/document.js';
import { operations, routes } from '../../src/server/routes.js';
import { featureComponents } from '../../src/server/openapi/components.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { follow, makeDocument, operationsOf, validator, type Media, type Schema } from './document.js';

const document = await makeDocument();
const all = operationsOf(document);
const validate = validator(document);
const components = document.components as Record<string, Record<string, Schema>>;

test('the document contains every route and every handler once', () => {
  const documented = all.map(({ method, path }) => `${method} ${path}`).sort();
  const known = [...routes, ...operations].map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented).toEqual(known.sort());
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
});

test('every reference in the document resolves', () => {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    follow(document, value);
    Object.values(value).forEach(visit);
  };
  visit(document);
});

// Regression: the description of `drone_groups` named the words of GraphQL.
test('the description of an enum names only words of this enum', () => {
  const wrong: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { enum: words, description } = value as { enum?: unknown; description?: unknown };
    if (Array.isArray(words) && typeof description === 'string') {
      const named = [...description.matchAll(/`([^`]+)`: /g)].map(([, word]) => word);
      wrong.push(...named.filter((word) => !words.includes(word)).map((word) => `${path}: ${word}`));
    }
    for (const [key, each] of Object.entries(value)) visit(each, `${path}/${key}`);
  };
  visit(document, '');
  expect(wrong).toEqual([]);
});

test.each(Object.entries(components.schemas!))('the example of %s is valid', (name, { examples = [] }) => {
  for (const example of examples as unknown[]) {
    expect(validate({ $ref: `#/components/schemas/${name}` }, example)).toEqual([]);
  }
  // The schema of an uploaded file has no example.
  if (name !== 'Upload') expect(examples).toHaveLength(1);
});

const media = all.flatMap(({ operationId, requestBody, responses }) => [
  ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => [`${operationId} ${type}`, media] as const),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) => [`${operationId} ${status} ${type}`, media] as const),
  ),
]);

test('the example of every body is valid', () => {
  const wrong = (media as [string, Media][])
    .filter(([, { example }]) => example !== undefined)
    .flatMap(([name, { schema, example }]) => validate(schema, example).map((fault) => `${name}: ${fault}`));
  expect(wrong).toEqual([]);
});

test('every parameter, member and response has a description', () => {
  const undescribed: string[] = [];
  const visit = (schema: Schema, path: string): void => {
    const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
    for (const [name, member] of Object.entries(properties)) {
      if (!member.description && !member.$ref) undescribed.push(`${path}.${name}`);
      visit(member, `${path}.${name}`);
    }
    if (items) visit(items, `${path}[]`);
  };
  for (const [name, schema] of Object.entries(components.schemas!)) {
    if (!schema.description) undescribed.push(name);
    visit(schema, name);
  }
  for (const { operationId, parameters, responses } of all) {
    for (const { name, description } of parameters) if (!description) undescribed.push(`${operationId} ${name}`);
    for (const [status, { description }] of Object.entries(responses)) {
      if (!description) undescribed.push(`${operationId} ${status}`);
    }
  }
  // Members with the names of traits share one description.
  expect(undescribed.filter((path) => !/^OffspringStats\.traits\.|^New\w+\[\]/.test(path))).toEqual([]);
});

test('every operation lists its errors', () => {
  for (const { responses } of all) {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503']));
    const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    for (const [, { content }] of problems) expect(Object.keys(content!)).toEqual(['application/problem+json']);
  }
});

test.each([
  ['an unknown component', { returns: { data: 'Wasp' } }, /GET \/queens.*Wasp/],
  ['a path without a tag', { path: '/wasps' }, /GET \/wasps.*no tag/],
  ['a duplicate id', { id: 'getAccount' }, /duplicate id getAccount/],
])('the document cannot be built with %s, and the error names the route', async (_, part, message) => {
  const schema = await buildGuardedSchema();
  const [first, ...others] = routes;
  const make = () =>
    openApiDocument({
      schema,
      routes: [{ ...first!, ...part }, ...others],
      operations,
      components: featureComponents(schema),
      version: '1',
      cookie: 'c',
    });
  expect(make).toThrow(message);
});
