import { expect, test } from '@jest/globals';
import type { GraphQLResolveInfo } from 'graphql';
import 'reflect-metadata';
import { EVERYTHING } from '../../src/access/permissions.js';
import { Loaders } from '../../src/context.js';
import { Queen } from '../../src/queens/queen.entity.js';
import { buildGuardedSchema } from '../../src/schema.js';

const schema = await buildGuardedSchema();
const { ebv } = (schema.getType('Queen') as NonNullable<ReturnType<typeof schema.getQueryType>>).getFields();
const ID = '018f3a52-7c1e-7000-8000-000000000001';
const values = [{ raw: 1.5 }];

const ask = (queen: object, permissions = EVERYTHING) => {
  const loaders = new Loaders({} as never, 1, { values: new Map([[ID, values as never]]) });
  const context = { identity: { permissions }, loaders };
  return ebv!.resolve!(queen, { history: false }, context, {} as GraphQLResolveInfo) as unknown;
};
const row = () => Object.assign(Object.create(Queen.prototype) as Queen, { id: ID });

// Each field with an argument was a promise, whatever was at hand.
test('a field with plain arguments is there at once where its value is at hand', () => {
  expect(ask(row())).toBe(values);
});

test('the permission stands before it', () => {
  expect(() => ask(row(), { ...EVERYTHING, blup: 'none' })).toThrow(/permission "read" on "blup"/);
});

test('what is not the row that a method names is made one first', async () => {
  expect(await ask({ id: ID })).toBe(values);
});
