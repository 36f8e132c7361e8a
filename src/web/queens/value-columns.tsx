import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { inbreedingIsKnown } from '../data/inbreeding.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { decimalsOf } from '../i18n/traits.js';
import { NotKnown } from '../ui/states.js';
import { ValueCell } from '../values/value-cell.js';
import { scoreSort, valueSort } from './queen-order.js';
import type { QueenColumn } from './queen-column.js';
import type { QueenRow } from './queens-query.js';

/** The columns for values of the newest run and results of the last test. */
export function useValueColumns(): QueenColumn[] {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return useMemo(() => {
    const valued = (trait: Trait): QueenColumn => ({
      id: `value-${trait}`,
      group: 'values',
      header: t`Value: ${i18n._(TRAIT_NAMES[trait])}`,
      choice: i18n._(TRAIT_NAMES[trait]),
      sort: valueSort(trait),
      align: 'end',
      width: 150,
      cell: ({ ebv }) => {
        const value = ebv?.find((each) => each.trait === trait && each.entityType === 'queen');
        return value ? <ValueCell value={value.normalized} reliability={value.reliability} /> : <NotKnown />;
      },
    });
    const tested = (trait: Trait): QueenColumn => ({
      id: `score-${trait}`,
      group: 'tests',
      header: t`Evaluation: ${i18n._(TRAIT_NAMES[trait])}`,
      choice: i18n._(TRAIT_NAMES[trait]),
      sort: scoreSort(trait),
      align: 'end',
      width: 150,
      cell: (queen) => {
        const result = lastTest(queen)?.[trait] ?? null;
        return result === null ? <NotKnown /> : format.number(result, decimalsOf(trait));
      },
    });
    return [
      {
        id: 'index',
        group: 'values',
        header: t`Index`,
        sort: 'INDEX',
        align: 'end',
        width: 110,
        cell: ({ index, indexReliability }) =>
          index == null ? <NotKnown /> : <ValueCell value={index} reliability={indexReliability ?? null} />,
      },
      ...TRAITS.map(valued),
      {
        id: 'inbreeding',
        group: 'values',
        header: t`Inbreeding`,
        align: 'end',
        width: 120,
        cell: ({ inbreeding, mother, fatherId }) =>
          inbreeding !== undefined && inbreedingIsKnown({ mother, father: fatherId }) ? (
            format.percent(inbreeding, 1)
          ) : (
            <NotKnown />
          ),
      },
      {
        id: 'tested',
        group: 'tests',
        header: t`Last evaluation`,
        choice: t`Year`,
        align: 'end',
        width: 110,
        cell: (queen) => lastTest(queen)?.year ?? <NotKnown />,
      },
      ...TRAITS.map(tested),
    ];
  }, [t, i18n, format]);
}

/** The server returns the newest test first. */
const lastTest = ({ evaluations }: QueenRow) => evaluations?.[0];
