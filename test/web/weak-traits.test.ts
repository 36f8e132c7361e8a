import { expect, test } from '@jest/globals';
import { weakTraits } from '../../src/web/apiaries/weak-traits.js';

test('warnings are divided into traits of a single tested colony and traits of daughters of one dam', () => {
  // Regression: if only one of many colonies was tested for a trait, all colonies were called a single colony.
  const warnings = [
    { trait: 'honey', reason: 'ONE_FAMILY' },
    { trait: 'hyg6h', reason: 'SINGLE' },
    { trait: 'hyg24h', reason: 'SINGLE' },
  ] as const;
  expect(weakTraits(warnings)).toEqual({ single: ['hyg6h', 'hyg24h'], related: ['honey'] });
});
