import { describe, expect, test } from '@jest/globals';
import {
  assignGroups,
  groupRows,
  type KnownQueen,
  type MarkedQueen,
  type RowGroup,
  type Situation,
} from '../../../src/features/imports/apply/identifier-groups.js';

/** Converts texts such as `2021 Anna` (year of birth and name) to rows of a file; `-` means a missing value. */
const rowsOf = (texts: readonly string[]) =>
  texts.map((text, index) => {
    const [year, name] = text.split(' ').map((each) => (each === '-' ? null : each)) as [string | null, string | null];
    return { row: index + 2, year, name, nameKey: name?.toLowerCase() ?? null };
  });

/** A group contains the rows that describe one queen. */
describe('rows of one identifier', () => {
  const CASES: [what: string, rows: string[], groups: number[][], ambiguous: number[]][] = [
    ['that agree are one group', ['2021 Anna', '2021 Anna', '- -'], [[2, 3, 4]], []],
    ['without year and name are one group', ['- -', '- -'], [[2, 3]], []],
    ['with one year and one name in total are one group', ['2021 -', '- Anna'], [[2, 3]], []],
    ['with two years are two groups', ['2021 -', '2022 -', '2021 -'], [[2, 4], [3]], []],
    ['with two names are two groups', ['- Anna', '- Berta'], [[2], [3]], []],
    [
      'with only a name belong to the only group with this name',
      ['2021 Anna', '2022 Berta', '- Berta'],
      [[2], [3, 4]],
      [],
    ],
    [
      'with only a year belong to the only group with this year',
      ['2021 Anna', '2022 Berta', '2021 -'],
      [[2, 4], [3]],
      [],
    ],
    ['without year and name are ambiguous if there are two groups', ['2021 -', '2022 -', '- -'], [[2], [3]], [4]],
    [
      'with only a name are ambiguous if two groups have this name',
      ['2021 Anna', '2022 Anna', '- Anna'],
      [[2], [3]],
      [4],
    ],
    [
      'with only a year are ambiguous if two groups have this year',
      ['2021 Anna', '2021 Berta', '2021 -'],
      [[2], [3]],
      [4],
    ],
    ['with only a name are ambiguous if two groups have no name', ['2021 -', '2022 -', '- Anna'], [[2], [3]], [4]],
    ['with only a third name are a third group', ['2021 Anna', '2022 Berta', '- Cora'], [[2], [3], [4]], []],
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
    ['keep the identifier if no queen of the account has the identifier', [null, [], ['2021 -', '2022 -']], null, ['12', '12']],
    ['get suffixes with the decision "another", except the first group', [null, [], ['2021 -', '2022 -']], 'another', ['12', '12/2022']],
    ['get the name as a suffix if the years are equal', [null, [], ['2021 Anna', '2021 Berta']], 'another', ['12', '12/Berta']],
    ['get different suffixes', [null, [], ['2021 -', '2022 Anna', '2022 Berta']], 'another', ['12', '12/2022', '12/Berta']],
    ['leave the identifier to the queen of the account', ['2021 Anna', [], ['2022 Berta', '2021 Anna']], 'another', ['12/2022', '12']],
    ['contradict a queen with another year of birth', ['2021 -', [], ['2022 -']], null, ['birth_date']],
    ['contradict a queen with another name', ['- Anna', [], ['- Berta']], null, ['queen_name']],
    ['correct the name of a queen with the same year of birth', ['2021 Anna', [], ['2021 Berta']], null, ['12']],
    ['get the year as a suffix with the decision "another"', ['2021 Anna', [], ['2022 -']], 'another', ['12/2022']],
    ['get the name as a suffix with the decision "another"', ['- Anna', [], ['- Berta']], 'another', ['12/Berta']],
    ['match the queen whose suffix is the year of the group', ['2021 Anna', ['2022 2022 Berta'], ['2022 -', '2021 -']], null, ['12/2022', '12']],
    ['match the queen whose suffix is the name of the group', ['- Anna', ['berta - Berta'], ['- Berta']], null, ['12/berta']],
    ['match a queen with a suffix by her name', ['2021 Anna', ['2022 2022 Berta'], ['- Berta']], null, ['12/2022']],
    ['match a queen with a suffix if no queen has the identifier itself', [null, ['2022 2022 Berta'], ['2022 -']], null, ['12/2022']],
    ['match a queen with a suffix if the year of the queen without a suffix is unknown', ['- Anna', ['2022 2022 -'], ['2022 -']], null, ['12/2022']],
    ['match no queen if all queens have another year of birth', ['2021 -', ['2022 2022 -'], ['2023 -']], null, ['birth_date']],
    ['do not match the same queen twice', ['2021 -', ['2022 2022 Berta'], ['2022 Cora', '2022 Berta']], 'another', ['12/Cora', '12/2022']],
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

  test('correct the name for a complete studbook number, unless the decision about exactly this number is "another"', () => {
    const of = (part: Partial<Situation>) =>
      assignGroups([group('- Berta', 0)], { holder: known('- Anna'), marked: [], decision: null, isExplicit: false, isComplete: true, ...part }); // prettier-ignore
    expect(of({})).toEqual([{ mark: null, contradicts: null }]);
    expect(of({ decision: 'another' })).toEqual([{ mark: null, contradicts: null }]);
    expect(of({ decision: 'another', isExplicit: true })).toEqual([{ mark: 'Berta', contradicts: null }]);
    // The year would not distinguish the two queens.
    const inOneYear = assignGroups([group('2021 Berta', 0)], { holder: known('2021 Anna'), marked: [], decision: 'another', isExplicit: true, isComplete: true }); // prettier-ignore
    expect(inOneYear).toEqual([{ mark: 'Berta', contradicts: null }]);
  });
});
