import { expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { ServiceError } from '../../src/core/errors.js';
import { Budget, countListRows } from '../../src/graphql/budget.js';
import { execute } from '../../src/graphql/execute.js';
import { LIMITS } from '../../src/graphql/limits.js';

const schema = countListRows(buildSchema('type Query { rows: [Row!]! fails: Int } type Row { a: Int }'));

/** Runs a query. The rows arrive after the field `fails` has failed. */
const run = async (count: number, query: string) =>
  execute({
    schema,
    document: parse(query),
    contextValue: { identity: null, budget: new Budget() },
    rootValue: {
      rows: () => new Promise((resolve) => setImmediate(resolve, Array(count).fill({ a: 1 }))),
      async fails() {
        throw new ServiceError('not_found', 'failed');
      },
    },
  });

// Regression: if a field failed, the rows of the abandoned first execution counted, too.
test('rows count once, even if a query runs again because a field failed', async () => {
  const count = LIMITS.fields * 0.6;
  const { data, errors } = await run(count, '{ rows { a } fails }');
  expect(errors!.map(({ message }) => message)).toEqual(['failed']);
  expect(data!.rows).toHaveLength(count);
});

test.each(['{ rows { a } }', '{ rows { a } fails }'])('rows beyond the limit are an error (%s)', async (query) => {
  const result = await run(LIMITS.fields + 1, query).catch((error: Error) => ({ errors: [error] }));
  expect(result.errors!.map(({ message }) => message)).toContainEqual(expect.stringContaining('would exceed'));
});
