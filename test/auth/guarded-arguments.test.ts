import { describe, expect, test } from '@jest/globals';
import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isInputObjectType,
} from 'graphql';
import { guardSchema } from '../../src/auth/guard.js';
import { FULL_ACCESS, type Requirement } from '../../src/auth/permissions.js';
import { sharedService } from '../support/service.js';
import { buildGuardedSchema } from '../../src/server/schema.js';

const blup: Requirement = { resource: 'blup', level: 'read' };
const queens: Requirement = { resource: 'queens', level: 'read' };
const QueenFilter = new GraphQLInputObjectType({
  name: 'QueenFilter',
  extensions: { resource: 'queens' },
  fields: { search: { type: GraphQLString } },
});
const ValueFilter = new GraphQLInputObjectType({
  name: 'ValueFilter',
  extensions: { resource: 'blup' },
  fields: { least: { type: GraphQLInt }, queens: { type: QueenFilter } },
});

/** Creates a schema with a field of breeding values that has this filter. */
const values = (filter: GraphQLInputObjectType, requires?: Requirement) =>
  new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        values: {
          type: GraphQLInt,
          extensions: { requires: blup },
          args: { filter: { type: filter, extensions: requires ? { requires } : {} } },
          resolve: () => 3,
        },
      },
    }),
  });

describe('an argument that filters by another resource', () => {
  test.each([
    ['a direct filter', QueenFilter],
    ['a nested filter', ValueFilter],
  ])('makes the schema invalid if the argument declares no requirement: %s', (_, filter) => {
    expect(() => guardSchema(values(filter))).toThrow('Query.values(filter)');
    expect(() => guardSchema(values(filter, queens))).not.toThrow();
  });

  test('requires the permission for that resource only if the request sets the argument, and the description of the argument names the permission', () => {
    const { values: field } = guardSchema(values(QueenFilter, queens)).getQueryType()!.getFields();
    const request = (permissions: object, args: object) =>
      field!.resolve!({}, args, { identity: { permissions: { ...FULL_ACCESS, ...permissions } } }, {} as never);
    expect(field!.args[0]!.description).toBe('Requires the permission `read` on `queens`.');
    expect(request({}, { filter: {} })).toBe(3);
    expect(request({ queens: 'none' }, {})).toBe(3);
    expect(request({ queens: 'none' }, { filter: null })).toBe(3);
    expect(() => request({ queens: 'none' }, { filter: {} })).toThrow(/"read" on "queens"/);
    expect(() => request({ blup: 'none' }, {})).toThrow(/"read" on "blup"/);
  });
});

test('every filter and sort input declares its resource', async () => {
  const inputs = Object.values((await buildGuardedSchema()).getTypeMap()).filter(isInputObjectType);
  const filtersAndOrders = inputs.filter(({ name }) => /(Filter|Sort)$/.test(name));
  expect(filtersAndOrders.length).toBeGreaterThan(8);
  expect(
    filtersAndOrders.filter(({ extensions }) => extensions.resource === undefined).map(({ name }) => name),
  ).toEqual([]);
});

test('the OpenAPI document shows which parameters need an additional permission', async () => {
  const service = await sharedService();
  const { body } = await service.visitor().get('/api/openapi.json');
  const { parameters } = body.paths['/ebv/ranking'].get;
  const parameterNamed = (name: string) => parameters.find((each: { name: string }) => each.name === name);
  expect(parameterNamed('search')).toMatchObject({
    description: expect.stringMatching(/For this parameter, API keys require the permission `read` on `queens`\.$/),
    'x-required-permission': queens,
  });
  expect(parameterNamed('limit')).not.toHaveProperty('x-required-permission');
  const all = body.paths['/queens'].get.parameters as { name?: string }[];
  expect(all.find(({ name }) => name === 'search')).not.toHaveProperty('x-required-permission');
});
