import { expect, test } from '@jest/globals';
import { APIARY_RULES } from '../../src/features/apiaries/apiary.checks.js';
import { runRules } from '../../src/features/breeding-values/runs/run.checks.js';
import { EVALUATION_RULES } from '../../src/features/evaluations/evaluation.checks.js';
import type { Rule } from '../../src/validation/rule.js';
import { inWordsOfRules, NUMBERS } from '../../src/web/data/number-faults.js';

test('what is no number is refused in the words of the rule of its field', () => {
  const rules: Record<string, Rule> = {
    ...EVALUATION_RULES,
    ...APIARY_RULES,
    ...runRules({}, { by_year: '', by_dam: '' }),
  };
  for (const [field, what] of Object.entries(NUMBERS)) expect([field, rules[field]?.what]).toEqual([field, what]);

  const told = (path: string, message: string) => inWordsOfRules({ path, message }).message;
  expect(told('input.honey', 'Float cannot represent non numeric value: "abc"')).toBe(
    'must be a number from 0 to 200 kg, not "abc"',
  );
  expect(told('input.hyg6h', 'Int cannot represent non-integer value: 9.5')).toBe(
    'must be a whole number from 0 to 50, not 9.5',
  );
  expect(told('input.other', 'Int cannot represent non 32-bit signed integer value: 9000000000')).toBe(
    'must be a whole number, not 9000000000',
  );
  expect(told('input.name', 'is required')).toBe('is required');
});
