import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import 'reflect-metadata';
import {
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { guardSchema } from '../../src/auth/guard.js';
import { buildGuardedSchema, schemaText } from '../../src/server/schema.js';

const schema: GraphQLSchema = await buildGuardedSchema();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

test('schema.graphql is up to date (npm run schema writes it)', async () => {
  expect(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(schemaText(schema));
});

test('every type, field, argument and enum value has a description', () => {
  const undescribed: string[] = [];
  const check = (name: string, { description }: { description?: string | null }) =>
    description || undescribed.push(name);
  for (const type of types) {
    if (isScalarType(type) && ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) continue;
    check(type.name, type);
    if (isEnumType(type)) type.getValues().forEach((value) => check(`${type.name}.${value.name}`, value));
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      const args = 'args' in field ? field.args : [];
      args.forEach((argument) => check(`${type.name}.${field.name}(${argument.name})`, argument));
    }
  }
  expect(undescribed).toEqual([]);
});

test('fields that require a permission, except mutations, are nullable, so that responses keep other data', () => {
  const nonNull = types
    .filter(isObjectType)
    .filter((type) => type !== schema.getMutationType())
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => field.extensions.requires && isNonNullType(field.type))
        .map(({ name }) => `${type.name}.${name}`),
    );
  expect(nonNull).toEqual([]);
});

test('guardSchema rejects a schema with a field without an access rule, and names the field', async () => {
  const open = await buildGuardedSchema();
  open.getQueryType()!.getFields().queens!.extensions = {};
  (open.getType('Queen') as ReturnType<typeof open.getQueryType>)!.getFields().ebv!.extensions = {};
  expect(() => guardSchema(open)).toThrow(/Query\.queens/);
  expect(() => guardSchema(open)).toThrow(/Queen\.ebv/);
});

// Regression: the permission of the argument was not checked, because the field had no access rule.
test('guardSchema rejects a field without an access rule if one of its arguments requires a permission', async () => {
  const open = await buildGuardedSchema();
  const queen = open.getType('Queen') as ReturnType<typeof open.getQueryType>;
  const [generation] = queen!.getFields().allDaughters!.args;
  generation!.extensions = { requires: { resource: 'blup', level: 'read' } };
  expect(() => guardSchema(open)).toThrow(/Queen\.allDaughters/);
});
