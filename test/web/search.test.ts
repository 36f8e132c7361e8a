import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { importsSearch, newImportSearch } from '../../src/web/imports/imports-search.js';
import { matingSearch } from '../../src/web/mating/mating-search.js';
import { cardSearch, pedigreeSearch } from '../../src/web/pedigree/pedigree-search.js';
import { queensSearch } from '../../src/web/queens/queens-search.js';
import { evaluationsSearch, newEvaluationSearch, seasonSearch } from '../../src/web/record/record-search.js';
import { rankingSearch, valuesSearch } from '../../src/web/values/values-search.js';
import { runs } from '../support/fuzz.js';

const pages = {
  'dry runs': importsSearch,
  'a new import': newImportSearch,
  mating: matingSearch,
  'a pedigree': pedigreeSearch,
  'a card': cardSearch,
  queens: queensSearch,
  evaluations: evaluationsSearch,
  'a new evaluation': newEvaluationSearch,
  'a season': seasonSearch,
  'a ranking': rankingSearch,
  trends: valuesSearch,
};

const names = fc.constantFrom(
  ...['tried', 'checked', 'queen', 'candidates', 'with', 'drones', 'weights', 'maxF', 'share', 'sort', 'generations'],
  ...['of', 'as', 'value', 'generation', 'race', 'status', 'from', 'to', 'search', 'shared', 'minIndex', 'minValues'],
  ...['descending', 'direction', 'year', 'view', 'minReliability', '__proto__', 'constructor'],
);
const words = fc.constantFrom(
  '',
  'F0',
  'ASC',
  'honey',
  'honey:105',
  'own',
  'list',
  'daughters',
  'INDEX',
  '2024',
  'true',
);
const values = fc.oneof(words, fc.string(), fc.double(), fc.integer({ max: 9999, min: 0 }), fc.jsonValue());
const addresses = fc.dictionary(names, values);

describe.each(Object.entries(pages))(
  'in the search parameters of %s',
  (_, read: (given: Record<string, unknown>) => object) => {
    test('any values can be read, the result has no empty parameters, and a second reading does not change it', () => {
      fc.assert(
        fc.property(addresses, (parameters) => {
          const search = read(parameters);
          expect(Object.values(search)).not.toContain(undefined);
          expect(read({ ...search })).toEqual(search);
        }),
        { numRuns: runs(200) },
      );
    });
  },
);

describe('in search parameters', () => {
  // The router parses search parameters as JSON, so that the text "2024" becomes a number.
  test('a text that looks like a number or a boolean remains a text', () => {
    expect(queensSearch({ search: 2024, race: true })).toEqual({ search: '2024', race: 'true' });
  });

  test('invalid parameters are ignored, and valid parameters remain', () => {
    const mating = { maxF: 101, share: 1, queen: 'a,b', sort: 'honey', drones: 'own' };
    expect(matingSearch(mating)).toEqual({ queen: 'a,b', drones: 'own' });
    const ranking = { sort: 'honey', minReliability: 2, from: 99, to: 2024 };
    expect(rankingSearch(ranking)).toEqual({ sort: 'honey', to: 2024 });
  });
});
