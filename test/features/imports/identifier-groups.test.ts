import { describe, expect, test } from '@jest/globals';
import {
  assignGroups,
  groupRows,
  type KnownQueen,
  type MarkedQueen,
  type RowGroup,
  type Situation,
} from '../../../src/features/imports/apply/identifier-groups.js';

/** Converts texts such as `year name` to rows; `-` means a missing value. */
const rowsOf = (texts: readonly string[]) =>
  texts.map((text, index) => {
    const [year, name] = text.split(' ').map((each) => (each === '-' ? null : each)) as [string | null, string | null];
    return { row: index + 2, year, name, nameKey: name?.toLowerCase() ?? null };
  });

describe('rows of one identifier', () => {
  const CASES: [what: string, rows: string[], groups: number[][], ambiguous: number[]][] = [
    ['that agree are one group', ['2021 Anna', '2021 Anna', '- -'], [[2, 3, 4]], []],
    ['without year and name are one group', ['- -', '- -'], [[2, 3]], []],
    ['of one year and one name are one group', ['2021 -', '- Anna'], [[2, 3]], []],
    ['of two years are two groups', ['2021 -', '2022 -', '2021 -'], [[2, 4], [3]], []],
    ['of two names are two groups', ['- Anna', '- Berta'], [[2], [3]], []],
    ['with a name belong to the only year of the name', ['2021 Anna', '2022 Berta', '- Berta'], [[2], [3, 4]], []],
    ['with a year belong to the only name of the year', ['2021 Anna', '2022 Berta', '2021 -'], [[2, 4], [3]], []],
    ['without year and name are ambiguous if there are two groups', ['2021 -', '2022 -', '- -'], [[2], [3]], [4]],
    ['with a name of two years are ambiguous', ['2021 Anna', '2022 Anna', '- Anna'], [[2], [3]], [4]],
    ['with a year of two names are ambiguous', ['2021 Anna', '2021 Berta', '2021 -'], [[2], [3]], [4]],
    [
      'with a name are ambiguous if the name could belong to either year',
      ['2021 -', '2022 -', '- Anna'],
      [[2], [3]],
      [4],
    ],
    ['with a third name are another group', ['2021 Anna', '2022 Berta', '- Cora'], [[2], [3], [4]], []],
  ];
  test.each(CASES)('%s', (_what, rows, groups, ambiguous) => {
    const found = groupRows(rowsOf(rows));
    expect([found.groups.map((group) => group.rows), found.ambiguous]).toEqual([groups, ambiguous]);
  });
});

describe('groups of an identifier', () => {
  const group = (text: string, index: number): RowGroup => {
    const { year, name, nameKey } = rowsOf([text])[0]!;
    return { rows: [index + 2], year, name, nameKey };
  };
  const known = (text: string | null): KnownQueen | null => (text === null ? null : group(text, 0));
  const marked = (texts: readonly string[]): MarkedQueen[] =>
    texts.map((text) => ({ mark: text.split(' ')[0]!, ...known(text.slice(text.indexOf(' ') + 1))! }));
  const CASES: [what: string, of: [holder: string | null, marked: string[], groups: string[]], decision: Situation['decision'], targets: string[]][] = [ // prettier-ignore
    ['keep the identifier if no queen has it', [null, [], ['2021 -', '2022 -']], null, ['12', '12']],
    ['get suffixes with the decision "another", except the first group', [null, [], ['2021 -', '2022 -']], 'another', ['12', '12/2022']],
    ['get the name as a suffix if the years are equal', [null, [], ['2021 Anna', '2021 Berta']], 'another', ['12', '12/Berta']],
    ['get different suffixes', [null, [], ['2021 -', '2022 Anna', '2022 Berta']], 'another', ['12', '12/2022', '12/Berta']],
    ['leave the identifier to the queen of the account', ['2021 Anna', [], ['2022 Berta', '2021 Anna']], 'another', ['12/2022', '12']],
    ['contradict a queen of another year', ['2021 -', [], ['2022 -']], null, ['birth_date']],
    ['contradict a queen of another name', ['- Anna', [], ['- Berta']], null, ['queen_name']],
    ['correct the name of a queen of the same year', ['2021 Anna', [], ['2021 Berta']], null, ['12']],
    ['get the year as a suffix with the decision "another"', ['2021 Anna', [], ['2022 -']], 'another', ['12/2022']],
    ['get the name as a suffix with the decision "another"', ['- Anna', [], ['- Berta']], 'another', ['12/Berta']],
    ['match the queen whose suffix is their year', ['2021 Anna', ['2022 2022 Berta'], ['2022 -', '2021 -']], null, ['12/2022', '12']],
    ['match the queen whose suffix is their name', ['- Anna', ['berta - Berta'], ['- Berta']], null, ['12/berta']],
    ['match a queen with a suffix by her name', ['2021 Anna', ['2022 2022 Berta'], ['- Berta']], null, ['12/2022']],
    ['match a queen with a suffix if no queen has the identifier itself', [null, ['2022 2022 Berta'], ['2022 -']], null, ['12/2022']],
    ['match a queen with a suffix if the year of the queen without a suffix is unknown', ['- Anna', ['2022 2022 -'], ['2022 -']], null, ['12/2022']],
    ['do not match a queen of another year', ['2021 -', ['2022 2022 -'], ['2023 -']], null, ['birth_date']],
    ['do not match one queen twice', ['2021 -', ['2022 2022 Berta'], ['2022 Cora', '2022 Berta']], 'another', ['12/Cora', '12/2022']],
  ]; // prettier-ignore
  test.each(CASES)('%s', (_what, [holder, others, groups], decision, targets) => {
    const found = assignGroups(groups.map(group), {
      holder: known(holder),
      marked: marked(others),
      decision,
      isExplicit: false,
      isComplete: false,
    });
    expect(found.map(({ mark, contradicts }) => contradicts ?? (mark === null ? '12' : `12/${mark}`))).toEqual(targets);
  });

  test('correct the name for a complete studbook number, unless the decision is "another"', () => {
    const of = (part: Partial<Situation>) =>
      assignGroups([group('- Berta', 0)], { holder: known('- Anna'), marked: [], decision: null, isExplicit: false, isComplete: true, ...part }); // prettier-ignore
    expect(of({})).toEqual([{ mark: null, contradicts: null }]);
    expect(of({ decision: 'another' })).toEqual([{ mark: null, contradicts: null }]);
    expect(of({ decision: 'another', isExplicit: true })).toEqual([{ mark: 'Berta', contradicts: null }]);
  });
});
