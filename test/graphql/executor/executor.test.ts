import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, execute as graphqlExecute, parse, validate, type ExecutionArgs } from 'graphql';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compilingExecutor } from '../../../src/graphql/executor/execute.js';
import { runs } from '../../support/fuzz.js';
import { artificialSchema, type Rates } from './artificial-schema.js';
import { randomQuery } from './random-query.js';

/** To test more documents, run `EXECUTOR_DOCUMENTS=50000 npm test -- test/graphql/executor`. */
const DOCUMENTS = Number(process.env.EXECUTOR_DOCUMENTS ?? runs(1000));

/**
 * Creates an executor. `compiled` counts runs of compiled queries. `unfinished` counts those of these runs that failed,
 * so that graphql-js ran the query again.
 */
function createCountingExecutor() {
  const counts = { compiled: 0, unfinished: 0 };
  let isCounted = false;
  const compiling = compilingExecutor<unknown, true>({
    requirementOf: () => true,
    meets() {
      if (!isCounted) counts.compiled += 1;
      isCounted = true;
      return true;
    },
    isFinal: () => false,
    beforeFallback: () => (counts.unfinished += 1),
  });
  const execute = (args: ExecutionArgs) => {
    isCounted = false;
    return compiling(args);
  };
  return { counts, execute };
}

const draws = fc.infiniteStream(fc.nat({ max: 1_000_000 }));
const rate = fc.constantFrom(0, 0, 5, 30);
const rates = fc.record<Rates>({ error: fc.constantFrom(0, 0, 20, 100), null: rate, promise: rate });

/**
 * Removes null variables. For a non-null argument or the `if` of a directive, null causes a synchronous error. The
 * comment on `mayFail` in the artificial schema explains why this must not happen.
 */
const withoutNulls = (variables: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null));

describe('compiling executor', () => {
  test(`returns the same results as graphql-js for ${DOCUMENTS} random documents`, async () => {
    const { counts, execute } = createCountingExecutor();
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(draws, fc.integer({ min: 1, max: 4 }), rates, async (stream, levels, contextValue) => {
        const draw = () => stream.next().value as number;
        const { document: text, variables } = randomQuery(artificialSchema, draw, levels);
        const document = parse(text);
        const variableValues = contextValue.promise === 0 ? variables : withoutNulls(variables);
        fc.pre(validate(artificialSchema, document).length === 0);
        valid += 1;
        const args = { schema: artificialSchema, document, variableValues, contextValue };
        const expected = JSON.stringify(await graphqlExecute(args));
        // The first run compiles the query. The second run reads the compiled query from the cache.
        for (let time = 0; time < 2; time += 1) expect(JSON.stringify(await execute(args))).toBe(expected);
      }),
      { numRuns: DOCUMENTS, maxSkipsPerRun: 20 },
    );
    expect(valid).toBeGreaterThanOrEqual(DOCUMENTS);
    // With too few compiled queries, this test would compare graphql-js with itself.
    expect((counts.compiled - counts.unfinished) / (2 * valid)).toBeGreaterThan(0.25);
    expect(counts.unfinished / (2 * valid)).toBeGreaterThan(0.02);
  }, 3_600_000);

  const schema = buildSchema('type Query { a: Int, b: Query, list: [Query!], fails: Int } type Mutation { a: Int }');
  const rootValue = { a: () => 1, b: { a: 2 }, list: [{ a: 3 }, { a: 4 }] };
  const run = (source: string, more: object = {}) => {
    const { counts, execute } = createCountingExecutor();
    const args = { schema, document: parse(source), rootValue, ...more };
    return { counts, result: execute(args), expected: graphqlExecute(args) };
  };

  test.each(['{ a b { a } list { a } }', 'query A { a } query B { a: __typename }'])('compiles %s', async (source) => {
    const { counts, result, expected } = run(source, source.includes('query B') ? { operationName: 'B' } : {});
    expect(JSON.stringify(await result)).toBe(JSON.stringify(await expected));
    expect(counts).toEqual({ compiled: 1, unfinished: 0 });
  });

  test.each([
    ['a mutation', 'mutation { a }', {}],
    ['introspection', '{ __schema { queryType { name } } }', {}],
    ['a directive', '{ a @skip(if: false) }', {}],
    ['an alias named __proto__', '{ __proto__: a }', {}],
    ['an unknown operation name', 'query A { a }', { operationName: 'B' }],
    ['two operations without an operation name', 'query A { a } query B { a }', {}],
    ['a custom field resolver', '{ a }', { fieldResolver: () => 7 }],
  ])('passes %s to graphql-js', async (_, source, more) => {
    const { counts, result, expected } = run(source, more);
    expect(JSON.stringify(await result)).toBe(JSON.stringify(await expected));
    expect(counts).toEqual({ compiled: 0, unfinished: 0 });
  });

  test.each([
    [
      'a variable of the wrong type',
      'query ($n: Int!) { a @include(if: true) b { a } }',
      { variableValues: { n: 'x' } },
    ],
    [
      'a resolver that reads its path',
      '{ a }',
      { rootValue: { a: (...[, , { path }]: [0, 0, { path: { key: number } }]) => path.key.toString().length } },
    ],
    [
      'a resolver that throws',
      '{ a }',
      {
        rootValue: {
          a: () => {
            throw new Error('No.');
          },
        },
      },
    ],
    ['null for a non-null field', '{ list { a } }', { rootValue: { list: [null] } }],
  ])('returns the result of graphql-js for %s', async (_, source, more) => {
    const { result, expected } = run(source, more);
    expect(JSON.stringify(await result)).toBe(JSON.stringify(await expected));
  });

  test('calls no resolver if the caller does not meet a requirement, and passes the query to graphql-js', async () => {
    const read: string[] = [];
    const execute = compilingExecutor<{ may: boolean }, string>({
      requirementOf: (field) => (field.name === 'b' ? 'b' : undefined),
      meets: ({ may }) => may,
      isFinal: () => false,
      beforeFallback: () => read.push('fallback'),
    });
    const observed = { a: () => read.push('a'), b: () => ({ a: 2 }) };
    const args = { schema, document: parse('{ a b { a } }'), rootValue: observed };
    await execute({ ...args, contextValue: { may: true } });
    await execute({ ...args, contextValue: { may: false } });
    expect(read).toEqual(['a', 'a']);
  });

  // Regression: each unknown name stayed in memory for as long as the document.
  test('keeps no unknown operation names', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { execute } = createCountingExecutor();
    const document = parse('query A { a } query B { a }');
    const usedBytes = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = usedBytes();
    for (let n = 0; n < 100; n += 1) {
      const operationName = Buffer.alloc(1_000_000, `${n} `).toString('latin1');
      const { errors } = await execute({ schema, document, operationName });
      expect(errors![0]!.message).toMatch(/^Unknown operation/);
    }
    expect(usedBytes() - before).toBeLessThan(50_000_000);
  });

  test('throws synchronous and asynchronous errors for which isFinal returns true, instead of running graphql-js', async () => {
    let calls = 0;
    const execute = compilingExecutor<unknown, never>({
      requirementOf: () => undefined,
      meets: () => true,
      isFinal: (error) => (error as Error).message === 'final',
      beforeFallback: () => undefined,
    });
    const failing = (fails: () => unknown) => async () =>
      execute({ schema, document: parse('{ fails }'), rootValue: { fails } });
    const fail = () => {
      calls += 1;
      throw new Error('final');
    };
    await expect(failing(fail)).rejects.toThrow('final');
    await expect(failing(async () => fail())).rejects.toThrow('final');
    expect(calls).toBe(2);
  });

  describe('after an error', () => {
    // Node.js ends the process if a rejection has no handler.
    let isHandled: boolean;
    const rejected = (): PromiseLike<never> => ({
      then(_, onRejected) {
        isHandled ||= Boolean(onRejected);
        return Promise.reject(new Error('rejected')).catch(onRejected);
      },
    });
    beforeEach(() => {
      isHandled = false;
    });
    /** A resolver that returns the value to the compiled query, and an empty list to graphql-js. */
    const onlyOnce = (value: unknown[]) => {
      const values = [value];
      return () => values.pop() ?? [];
    };

    test('handles the rejections of later items of a list', async () => {
      const list = onlyOnce([null, rejected()]);
      const { execute } = createCountingExecutor();
      const result = await execute({ schema, document: parse('{ list { a } }'), rootValue: { list } });
      expect(JSON.stringify(result)).toBe('{"data":{"list":[]}}');
      expect(isHandled).toBe(true);
    });

    test.each([
      [
        'a synchronous',
        () => {
          throw new Error('fails');
        },
      ],
      ['an asynchronous', () => Promise.reject(new Error('fails'))],
    ])('calls no resolver below a value that arrives after %s error, and handles its rejections', async (_, fails) => {
      const read: string[] = [];
      const items = onlyOnce([rejected()]);
      const late = async <Value>(value: Value) => {
        await new Promise(setImmediate);
        return value;
      };
      const rootValue = {
        fails,
        b: () => late({ a: () => read.push('a') }),
        list: () => late(items()),
      };
      const { execute } = createCountingExecutor();
      await execute({ schema, document: parse('{ b { a } list { a } fails }'), rootValue });
      // graphql-js, which executes the query again, calls the resolver below `b`.
      expect(read).toEqual(['a']);
      expect(isHandled).toBe(true);
    });
  });
});
