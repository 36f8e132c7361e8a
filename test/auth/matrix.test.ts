import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLSchema } from 'graphql';
import type { AccessRule } from '../../src/auth/guard.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { startMatrix, suffice, type KeyCase, type Matrix } from './permission-keys.js';
import { nestedFields, rootFields, rowType, withIds, type SchemaField } from './schema-fields.js';

/**
 * Tests the permissions of GraphQL: every root field and every field with an access rule, with a key for each resource
 * and level. The fields come from the schema, so the test includes new fields automatically.
 */
let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.service.close());

const schema: GraphQLSchema = await buildGuardedSchema();
const { queries, mutations } = rootFields(schema);
const nested = nestedFields(schema);
const named = (fields: SchemaField[]) => fields.map((field) => [field.name, field] as const);

const AUTH = ['unauthenticated', 'session_required', 'insufficient_permission', 'address_not_allowed', 'invalid_key'];
interface GraphQLFault {
  path?: (string | number)[];
  extensions: { code: string; required?: unknown };
}
/** Returns the field names in the path of an error, without list indexes. */
const fieldNamesOf = ({ path = [] }: GraphQLFault) => path.filter((step) => typeof step === 'string');

/** Returns the first field on the path for which the key lacks permission. */
const refusedAt = ({ rules }: SchemaField, { permissions }: KeyCase) =>
  rules.find(({ rule }) => !suffice(permissions, rule));

const errorOf = ({ requires }: AccessRule) =>
  requires ? { code: 'insufficient_permission', required: requires } : { code: 'session_required' };

async function request(schemaField: SchemaField, { client }: Pick<KeyCase, 'client'>) {
  const { body } = await client.graphql(withIds(schemaField.document, matrix.ids));
  const errors = (body.errors ?? []) as GraphQLFault[];
  return { data: body.data, errors, auth: errors.filter(({ extensions }) => AUTH.includes(extensions.code)) };
}

/** Returns the values at the end of a path through objects and lists. */
const valuesAt = (data: unknown, path: string[]): unknown[] =>
  path.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => (value as Record<string, unknown> | null)?.[step] ?? null).flat(),
    [data],
  );

describe('the resource of an access rule', () => {
  test.each(
    Object.entries({
      Queen: 'queens',
      Import: 'queens',
      Evaluation: 'evaluations',
      BreedingValue: 'blup',
      EbvRun: 'blup',
      Apiary: 'hive',
      Hive: 'hive',
      Account: 'account',
    }),
  )('for the type %s is %s', (type, resource) => {
    expect(schema.getType(type)?.extensions.resource).toBe(resource);
  });

  /** Mutations that write nothing. */
  const READING = ['planMatings'];
  test.each(named([...queries, ...mutations, ...nested]))(
    'for the field %s is the resource of its rows',
    (_, schemaField) => {
      const { rule } = schemaField.rules[schemaField.rules.length - 1]!;
      if (rule.caller) return expect(['session', 'any']).toContain(rule.caller);
      const resource = schema.getType(rowType(schemaField.field))?.extensions.resource;
      if (resource) expect(rule.requires?.resource).toBe(resource);
      const writes = mutations.includes(schemaField) && !READING.includes(schemaField.path[0]!);
      expect(rule.requires?.level).toBe(writes ? 'write' : 'read');
    },
  );
});

/** Excludes the change feed, which omits whole entries instead of rejecting fields (`test/features/changes`). */
const restricted = nested.filter(({ path }) => path[0] !== 'changes');

describe('a field below the root', () => {
  test.each(named(restricted))(
    '%s is null, with an error, if the key may not read this field or a field above it',
    async (_, schemaField) => {
      const session = await request(schemaField, { client: matrix.session });
      expect(session.errors).toEqual([]);
      // The session reads a value, so a null can only mean that a permission is missing.
      expect(valuesAt(session.data, schemaField.path).filter((value) => value !== null)).not.toEqual([]);
      await Promise.all(
        matrix.keys.map(async (key) => {
          const refusal = refusedAt(schemaField, key);
          const { data, errors } = await request(schemaField, key);
          if (!refusal) {
            expect(errors).toEqual([]);
            expect(data).toEqual(session.data);
            return;
          }
          expect(errors).not.toEqual([]);
          const path = schemaField.path.slice(0, refusal.place + 1);
          for (const error of errors) {
            expect(fieldNamesOf(error)).toEqual(path);
            expect(error.extensions).toEqual(errorOf(refusal.rule));
          }
          expect(valuesAt(data, path).every((value) => value === null)).toBe(true);
          const parents = valuesAt(data, path.slice(0, -1));
          expect(parents).toHaveLength(valuesAt(session.data, path.slice(0, -1)).length);
          expect(parents).not.toContain(null);
        }),
      );
    },
  );
});

describe('a root field', () => {
  test.each(named([...queries, ...mutations]))(
    '%s requires authentication and the permission of its access rule',
    async (_, schemaField) => {
      const { rule } = schemaField.rules[0]!;
      const unauthenticated = await request(schemaField, { client: matrix.service.visitor() });
      expect(unauthenticated.errors).toMatchObject([
        { path: [schemaField.path[0]], extensions: { code: 'unauthenticated' } },
      ]);

      const refused = matrix.keys.filter((key) => refusedAt(schemaField, key));
      await matrix.idle();
      matrix.takeStatements();
      await Promise.all(
        refused.map(async (key) => {
          const { data, errors } = await request(schemaField, key);
          expect(data?.[schemaField.path[0]!] ?? null).toBeNull();
          expect(errors).toMatchObject([{ path: [schemaField.path[0]], extensions: errorOf(rule) }]);
        }),
      );
      // Rejected requests send no statements.
      expect(matrix.takeStatements()).toEqual([]);

      for (const key of matrix.keys.filter((each) => !refused.includes(each))) {
        expect((await request(schemaField, key)).auth).toEqual([]);
      }
      expect((await request(schemaField, { client: matrix.session })).auth).toEqual([]);
    },
  );
});
