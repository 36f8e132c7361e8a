import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { decimalsOf } from '../i18n/traits.js';
import type { Evaluation } from './evaluations-data.js';
import { testedIn } from './tested.js';
import styles from './queen.module.css';

interface EvaluationsTableProps {
  name: string;
  evaluations: readonly Evaluation[];
  /** The trait of the chart. The user chooses the trait in this table. */
  trait: Trait;
  onTrait(trait: Trait): void;
}

/**
 * The queen's results by trait, with means for comparison in brackets. Each column is an evaluation, with a link to its
 * form. A queen is tested in few seasons, so the columns fit a phone.
 */
export function EvaluationsTable({ name, evaluations, trait: chosen, onTrait }: EvaluationsTableProps) {
  const { t, i18n } = useLingui();
  const radios = useId();
  return (
    <ChartTable
      label={t`Evaluations of ${name}`}
      columns={[
        { header: t`Trait` },
        ...evaluations.map((evaluation) => ({ header: <Head evaluation={evaluation} />, align: 'end' as const })),
      ]}
      rows={TRAITS.map((trait) => ({
        key: trait,
        cells: [
          <label key="trait" className={styles.trait}>
            <input
              type="radio"
              name={radios}
              value={trait}
              checked={trait === chosen}
              disabled={evaluations.every((evaluation) => evaluation[trait] === null)}
              onChange={() => onTrait(trait)}
            />
            {i18n._(TRAIT_NAMES[trait])}
          </label>,
          ...evaluations.map((evaluation) => <Result key={evaluation.id} {...{ evaluation, trait }} />),
        ],
      }))}
    />
  );
}

function Result({ evaluation, trait }: { evaluation: Evaluation; trait: Trait }) {
  const { t } = useLingui();
  const format = useFormat();
  const { value, mean, n } = testedIn(evaluation, trait);
  if (value === null) return <span className={styles.group}>{t`not tested`}</span>;
  const [average, count] = [mean === null ? '' : format.number(mean, 1), format.number(n)];
  return (
    <>
      {format.number(value, decimalsOf(trait))}{' '}
      {mean !== null && <span className={styles.group}>{t`(${average}, n ${count})`}</span>}
    </>
  );
}

/** The header of a column: the season as a link to the form, the apiary, the date and the evaluator. */
function Head({ evaluation: { id, year, apiary, evaluatedOn, evaluator } }: { evaluation: Evaluation }) {
  const { t } = useLingui();
  return (
    <>
      <Link to="/evaluations/$id" params={{ id }} aria-label={t`Edit the evaluation of ${year}`}>
        {year}
      </Link>
      <span className={styles.second}>
        {apiary ? (
          <Link to="/apiaries/$id" params={{ id: apiary.id }} translate="no">
            {apiary.name}
          </Link>
        ) : (
          <Trans>apiary not known</Trans>
        )}
      </span>
      {(evaluatedOn ?? evaluator) !== null && (
        <span className={styles.second}>
          <Evaluated on={evaluatedOn} by={evaluator} />
        </span>
      )}
    </>
  );
}

function Evaluated({ on, by }: { on: string | null; by: string | null }) {
  const format = useFormat();
  const date = on === null ? null : format.date(on);
  if (date !== null && by !== null) {
    return (
      <Trans>
        {date} by <span translate="no">{by}</span>
      </Trans>
    );
  }
  if (by !== null) {
    return (
      <Trans>
        by <span translate="no">{by}</span>
      </Trans>
    );
  }
  return date;
}
