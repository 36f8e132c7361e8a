import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { NotKnown } from '../ui/states.js';
import type { TraitReport } from './runs.js';
import { PARTS, useUnitSquared, useVariance, type Part as PartWord } from './variance-words.js';
import styles from './run-report.module.css';

/** The variances of a run with their source, and standard errors if they were estimated. */
export function VariancesTable({ reports }: { reports: readonly TraitReport[] }) {
  const { t, i18n } = useLingui();
  const squared = useUnitSquared();
  const columns = [
    { header: t`Trait` },
    ...PARTS.map(({ label }) => ({ header: i18n._(label), align: 'end' as const })),
    { header: t`Unit` },
    { header: t`Source` },
  ];
  const rows = reports.map((report) => ({
    key: report.trait,
    cells: [
      i18n._(TRAIT_NAMES[report.trait]),
      ...PARTS.map(({ part }) => <Part key={part} part={part} report={report} />),
      squared(report.trait),
      <Origin key="origin" report={report} />,
    ],
  }));
  return (
    <>
      <p className={styles.lead}>
        <Trans>
          Variances determine how much a test counts. The standard error is below each estimate. An estimate at the
          boundary has no standard error.
        </Trans>
      </p>
      <ChartTable label={t`Variances`} columns={columns} rows={rows} />
    </>
  );
}

function Part({ part, report }: { part: PartWord; report: TraitReport }) {
  const variance = useVariance();
  const { parameters, estimation } = report;
  const error = estimation?.standardErrors?.[part];
  const shown = error == null ? '' : variance(error);
  if (!parameters) return <NotKnown />;
  return (
    <span className={styles.part}>
      {variance(parameters[part])}
      {error != null && (
        <span className={styles.error}>
          <Trans>± {shown}</Trans>
        </span>
      )}
    </span>
  );
}

function Origin({ report: { estimation, source } }: { report: TraitReport }) {
  const format = useFormat();
  if (source !== null) {
    return (
      <details className={styles.source}>
        <summary>
          <Trans>published</Trans>
        </summary>
        <p lang="en">{source}</p>
      </details>
    );
  }
  if (!estimation) return <Trans>entered by you</Trans>;
  const likelihood = format.number(estimation.logLikelihood, 2);
  return (
    <span className={styles.origin}>
      <span>
        {estimation.converged ? (
          <Plural
            value={estimation.iterations}
            one="estimated from your data, converged after # round"
            other="estimated from your data, converged after # rounds"
          />
        ) : (
          <Plural
            value={estimation.iterations}
            one="estimated from your data, not converged after # round: do not rely on these estimates"
            other="estimated from your data, not converged after # rounds: do not rely on these estimates"
          />
        )}
      </span>
      <span>
        <Trans>log-likelihood {likelihood}</Trans>
      </span>
      {estimation.atBoundary && (
        <span>
          <Trans>
            The estimate is at the boundary: a variance was estimated as 0, or the correlation as ±1. There is too
            little data for this trait.
          </Trans>
        </span>
      )}
    </span>
  );
}
