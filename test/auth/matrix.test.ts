import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLSchema } from 'graphql';
import type { AccessRule } from '../../src/auth/guard.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { startMatrix, suffice, type KeyCase, type Matrix } from './permission-keys.js';
import { nestedFields, rootFields, rowType, withIds, type Walked } from './schema-fields.js';

/**
 * The permission matrix on GraphQL: every root field and every field with an access rule, with a key for each resource
 * and level. Fields come from the schema, so new ones are included automatically.
 */
let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.service.close());

const schema: GraphQLSchema = await buildGuardedSchema();
const { queries, mutations } = rootFields(schema);
const nested = nestedFields(schema);
const named = (fields: Walked[]) => fields.map((field) => [field.name, field] as const);

const AUTH = ['unauthenticated', 'session_required', 'insufficient_permission', 'address_not_allowed', 'invalid_key'];
interface GraphQLFault {
  path?: (string | number)[];
  extensions: { code: string; required?: unknown };
}
/** Names without list indexes. */
const where = ({ path = [] }: GraphQLFault) => path.filter((step) => typeof step === 'string');

/** The first field on the path for which the key lacks permission. */
const refusedAt = ({ stamps }: Walked, { permissions }: KeyCase) =>
  stamps.find(({ stamp }) => !suffice(permissions, stamp));

const errorOf = ({ requires }: AccessRule) =>
  requires ? { code: 'insufficient_permission', required: requires } : { code: 'session_required' };

async function request(walked: Walked, { client }: Pick<KeyCase, 'client'>) {
  const { body } = await client.graphql(withIds(walked.document, matrix.ids));
  const errors = (body.errors ?? []) as GraphQLFault[];
  return { data: body.data, errors, auth: errors.filter(({ extensions }) => AUTH.includes(extensions.code)) };
}

/** The value at the end of a path through objects and lists. */
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

  /** Mutations that only compute. */
  const READING = ['planMatings'];
  test.each(named([...queries, ...mutations, ...nested]))('for %s is that of its rows', (_, walked) => {
    const { stamp } = walked.stamps[walked.stamps.length - 1]!;
    if (stamp.caller) return expect(['session', 'any']).toContain(stamp.caller);
    const resource = schema.getType(rowType(walked.field))?.extensions.resource;
    if (resource) expect(stamp.requires?.resource).toBe(resource);
    const writes = mutations.includes(walked) && !READING.includes(walked.path[0]!);
    expect(stamp.requires?.level).toBe(writes ? 'write' : 'read');
  });
});

/** The feed omits whole entries that a key may not read, so no field is rejected (`test/features/changes`). */
const refusing = nested.filter(({ path }) => path[0] !== 'changes');

describe('a field below the root', () => {
  test.each(named(refusing))(
    '%s, or the first field above it without permission, is null with an error at its path',
    async (_, walked) => {
      const session = await request(walked, { client: matrix.session });
      expect(session.errors).toEqual([]);
      // Every field has a value, so that null can only mean a missing permission.
      expect(valuesAt(session.data, walked.path).filter((value) => value !== null)).not.toEqual([]);
      await Promise.all(
        matrix.keys.map(async (key) => {
          const refusal = refusedAt(walked, key);
          const { data, errors } = await request(walked, key);
          if (!refusal) {
            expect(errors).toEqual([]);
            expect(data).toEqual(session.data);
            return;
          }
          expect(errors).not.toEqual([]);
          const path = walked.path.slice(0, refusal.place + 1);
          for (const error of errors) {
            expect(where(error)).toEqual(path);
            expect(error.extensions).toEqual(errorOf(refusal.stamp));
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
  test.each(named([...queries, ...mutations]))('%s requires authentication and its permission', async (_, walked) => {
    const { stamp } = walked.stamps[0]!;
    const unauthenticated = await request(walked, { client: matrix.service.visitor() });
    expect(unauthenticated.errors).toMatchObject([{ path: [walked.path[0]], extensions: { code: 'unauthenticated' } }]);

    const refused = matrix.keys.filter((key) => refusedAt(walked, key));
    await matrix.idle();
    matrix.takeStatements();
    await Promise.all(
      refused.map(async (key) => {
        const { data, errors } = await request(walked, key);
        expect(data?.[walked.path[0]!] ?? null).toBeNull();
        expect(errors).toMatchObject([{ path: [walked.path[0]], extensions: errorOf(stamp) }]);
      }),
    );
    // Rejected requests read and write nothing.
    expect(matrix.takeStatements()).toEqual([]);

    for (const key of matrix.keys.filter((each) => !refused.includes(each))) {
      expect((await request(walked, key)).auth).toEqual([]);
    }
    expect((await request(walked, { client: matrix.session })).auth).toEqual([]);
  });
});
