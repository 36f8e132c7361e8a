import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { environment } from '../../src/core/config.js';
import { MAX_PAIRS } from '../../src/features/breeding-values/mating-plans/mating-plan.checks.js';
import { MAX_FINDINGS } from '../../src/features/imports/findings.js';
import { LIMITS as READING } from '../../src/features/imports/reading/limits.js';
import { MAX_FILE_BYTES } from '../../src/features/imports/receive.js';
import { LIMITS } from '../../src/graphql/limits.js';
import { MAX_PAGE_ROWS } from '../../src/graphql/max-page-rows.js';
import { DEFAULT_MAX_BYTES } from '../../src/http/json-body.js';
import { TIMEOUTS_MS } from '../../src/http/server.js';
import { MAX_BULK_ROWS } from '../../src/features/writes/bulk.js';

const documentation = readFileSync('docs/configuration.md', 'utf8');
const rowsOf = (heading: string): string[][] =>
  documentation
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const variablesIn = (cell: string) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!);
const defaults = environment.parse({}) as Record<string, unknown>;
/** Returns all numbers of a cell. Sizes are in bytes. */
const numbersIn = (cell: string): number[] =>
  [...cell.matchAll(/(\d[\d,]*\d|\d)(?: (MiB|GiB))?/g)].map(
    ([, digits, unit]) =>
      Number(digits!.replaceAll(',', '')) * (unit === 'GiB' ? 2 ** 30 : unit === 'MiB' ? 2 ** 20 : 1),
  );

test('docs/configuration.md names every variable, and the default of every numeric variable', () => {
  const documented = rowsOf('Variables').flatMap(([names = '', standard = '']) => {
    const values = standard.split(', ');
    const variables = variablesIn(names);
    return variables.map((name, index) => [name, variables.length === 1 ? standard : values[index]!] as const);
  });
  expect(documented.map(([name]) => name).sort()).toEqual(Object.keys(environment.shape).sort());
  for (const [name, standard] of documented) {
    if (typeof defaults[name] === 'number') expect([name, Number(standard)]).toEqual([name, defaults[name]]);
  }
});

test('docs/configuration.md states the default of each limit that a variable sets', () => {
  const documented = rowsOf('Limits').flatMap(([, bound = '', variable = '']) =>
    variablesIn(variable).map((name) => [name, numbersIn(bound)[0]]),
  );
  expect(documented.length).toBeGreaterThan(10);
  for (const [name, bound] of documented) expect([name, bound]).toEqual([name, defaults[name as string]]);
});

test.each([
  ['request body; file of an import', [DEFAULT_MAX_BYTES, MAX_FILE_BYTES]],
  ['unpacked size of an .xlsx; of a ZIP', [READING.unpacked, 4 * READING.unpacked]],
  ['rows of a bulk write', [MAX_BULK_ROWS]],
  ['rows of a page', [MAX_PAGE_ROWS]],
  ['errors in one response, or of one import', [MAX_FINDINGS]],
  ['pairs of a mating plan', [MAX_PAIRS]],
  ['tokens, depth, aliases of a GraphQL query', [LIMITS.tokens, LIMITS.depth, LIMITS.aliases]],
  ['fields that a GraphQL query may return', [LIMITS.fields]],
  ['size of a GraphQL response', [LIMITS.responseLength]],
  ['time to send the headers; the whole request', [TIMEOUTS_MS.headers / 1000, TIMEOUTS_MS.request / 1000]],
  ['time without progress while a client reads a response', [TIMEOUTS_MS.reader / 1000]],
])('the row "%s" in docs/configuration.md states the limits of the code', (limit, bounds) => {
  const row = rowsOf('Limits').find(([name]) => name === limit);
  expect(numbersIn(row![1]!)).toEqual(bounds);
});
