import { describe, expect, test } from '@jest/globals';
import { APIARY_RULES } from '../../src/features/apiaries/apiary.checks.js';
import { runRules } from '../../src/features/breeding-values/runs/run.checks.js';
import { EVALUATION_RULES } from '../../src/features/evaluations/evaluation.checks.js';
import type { Rule } from '../../src/validation/rule.js';
import { NUMBERS, withCodeOfRule } from '../../src/web/data/number-faults.js';

describe('a number that GraphQL cannot read', () => {
  test('is described in the interface with the same limits and unit as in the service', () => {
    const rules: Record<string, Rule> = {
      ...EVALUATION_RULES,
      ...APIARY_RULES,
      ...runRules({}, { by_year: '', by_dam: '' }),
    };
    for (const [field, expected] of Object.entries(NUMBERS)) {
      expect([field, rules[field]?.expected]).toEqual([field, expected]);
    }
  });

  test('gets the error code and the parameters of the rule of its field', () => {
    const withCode = (path: string, message: string) => withCodeOfRule({ path, message });
    expect(withCode('input.honey', 'Float cannot represent non numeric value: "abc"')).toMatchObject({
      code: 'must_be',
      params: { kind: 'number', least: 0, most: 200, unit: 'kg', given: '"abc"' },
    });
    expect(withCode('input.other', 'Int cannot represent non 32-bit signed integer value: 9000000000')).toMatchObject({
      params: { kind: 'whole_number', given: '9000000000' },
    });
    expect(withCode('input.name', 'is required')).toEqual({ path: 'input.name', message: 'is required' });
  });
});
