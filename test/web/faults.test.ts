import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { MODEL_ERROR_CODES } from '../../src/blup/model-error.js';
import { ERRORS } from '../../src/core/errors.js';
import { EXPECTED_KINDS, FAULT_CODES, OBSTACLE_KINDS, UNREADABLE_KINDS } from '../../src/core/fault-codes.js';
import { csvLine } from '../../src/features/imports/csv-write.js';
import { faultsCsv } from '../../src/web/imports/faults.js';

describe('the table of faults', () => {
  test('protects texts that a spreadsheet would run as formulas, as the service does in its files', () => {
    const riskyText = fc.string({ unit: fc.constantFrom(...'\'=+-@|\t\r\n",; a1.＝｜'), maxLength: 6 });
    const cellsOf = (text: string) => parse(text, { record_delimiter: '\r\n' }) as string[][];
    fc.assert(
      fc.property(riskyText, riskyText, (column, message) => {
        const [, row] = cellsOf(faultsCsv([{ row: 7, column, message }], ['Row', 'Column', 'What is wrong']));
        expect(row).toEqual(cellsOf(csvLine(['7', column, message]))[0]);
      }),
    );
  });
});

/** Returns the member names of an object of messages. The file is parsed, because an import needs the web build. */
function membersOf(file: string, name: string): string[] {
  const path = new URL(`../../src/web/data/${file}.ts`, import.meta.url);
  const source = ts.createSourceFile(path.pathname, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(declared) || declared.text !== name || !initializer) continue;
      if (!ts.isObjectLiteralExpression(initializer)) continue;
      return initializer.properties.map((member) => (member.name as ts.Identifier).text);
    }
  }
  throw new Error(`There is no object ${name}.`);
}

describe('the web interface', () => {
  test.each([
    ['fault', { 'fault-messages': 'FAULTS', 'import-fault-messages': 'IMPORT_FAULTS' }, FAULT_CODES],
    ['kind of expected value', { 'fault-messages': 'EXPECTED' }, EXPECTED_KINDS],
    ['kind of unreadable file', { 'import-problem-messages': 'UNREADABLE' }, UNREADABLE_KINDS],
    ['kind of obstacle to an undo', { 'import-problem-messages': 'OBSTACLES' }, OBSTACLE_KINDS],
    [
      'error',
      { 'problem-messages': 'PROBLEMS' },
      Object.entries(ERRORS).flatMap(([code, row]) => ('graphql' in row ? [code, row.graphql] : [code])),
    ],
    ['reason for a trait without values', { 'problem-messages': 'MODEL_ERRORS' }, MODEL_ERROR_CODES],
  ])('has a message for every %s of the service', (_, objects, codes) => {
    const messages = Object.entries(objects).flatMap(([file, name]) => membersOf(file, name));
    expect(messages.sort()).toEqual([...codes].sort());
  });
});
