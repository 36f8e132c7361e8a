import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { graphql, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_SORTS, TRAITS, type Trait } from '../i18n/terms.js';
import { decimalsOf } from '../i18n/traits.js';
import type { Column } from '../ui/list-table.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { NotKnown } from '../ui/states.js';
import { MEASURED } from './evaluation-data.js';
import styles from './evaluation-list.module.css';

export const EVALUATIONS = graphql(
  `
    query Evaluations($first: Int!, $offset: Int!, $filter: EvaluationFilter, $sort: [EvaluationSort!]) {
      evaluations(first: $first, offset: $offset, filter: $filter, sort: $sort) {
        totalCount
        nodes {
          id
          year
          evaluatedOn
          evaluator
          ...Measured
          apiary {
            id
            name
          }
          queen {
            ...NamedQueen
          }
        }
      }
    }
  `,
  [NAMED_QUEEN, MEASURED],
);
export type EvaluationRow = ResultOf<typeof EVALUATIONS>['evaluations']['nodes'][number];

function Value({ row, trait }: { row: EvaluationRow; trait: Trait }) {
  const format = useFormat();
  const value = row[trait];
  return value === null ? <NotKnown /> : <>{format.number(value, decimalsOf(trait))}</>;
}

export function useEvaluationColumns(): Column<EvaluationRow>[] {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'queen',
        header: t`Queen`,
        sticky: true,
        width: 300,
        cell: ({ queen }) => (queen ? <QueenName queen={queen} /> : <NotKnown />),
      },
      {
        id: 'year',
        header: t`Year`,
        sort: 'YEAR',
        width: 90,
        cell: ({ id, year }) => (
          <Link to="/evaluations/$id" params={{ id }} aria-label={t`Edit the evaluation of ${String(year)}`}>
            {year}
          </Link>
        ),
      },
      {
        id: 'apiary',
        header: t`Apiary`,
        width: 160,
        cell: ({ apiary }) =>
          apiary ? (
            <Link to="/apiaries/$id" params={{ id: apiary.id }}>
              <span translate="no">{apiary.name}</span>
            </Link>
          ) : (
            <NotKnown />
          ),
      },
      ...TRAITS.map((trait): Column<EvaluationRow> => ({
        id: trait,
        header: i18n._(TRAIT_NAMES[trait]),
        sort: TRAIT_SORTS[trait],
        align: 'end',
        width: 130,
        cell: (row) => <Value row={row} trait={trait} />,
      })),
      {
        id: 'day',
        header: t`Day`,
        sort: 'EVALUATED_ON',
        width: 130,
        cell: ({ evaluatedOn }) => (evaluatedOn ? format.date(evaluatedOn) : <NotKnown />),
      },
      {
        id: 'evaluator',
        header: t`Evaluator`,
        width: 160,
        cell: ({ evaluator }) => (evaluator ? <span translate="no">{evaluator}</span> : <NotKnown />),
      },
    ],
    [t, i18n, format],
  );
}

export const phoneRow = (row: EvaluationRow) => <PhoneRow row={row} />;

function PhoneRow({ row }: { row: EvaluationRow }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const [first] = TRAITS.flatMap((trait) => (row[trait] === null ? [] : [{ trait, value: row[trait] }]));
  return (
    <Link to="/evaluations/$id" params={{ id: row.id }} className={styles.row}>
      {row.queen ? <QueenName queen={row.queen} link={false} /> : <NotKnown />}
      <span className={styles.facts}>
        <span>{row.year}</span>
        {row.apiary && <span translate="no">{row.apiary.name}</span>}
        {first && (
          <span>
            {i18n._(TRAIT_NAMES[first.trait])} {format.number(first.value, decimalsOf(first.trait))}
          </span>
        )}
      </span>
    </Link>
  );
}
