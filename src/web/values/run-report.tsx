import { Trans, useLingui } from '@lingui/react/macro';
import { MODEL_ERRORS } from '../data/problem-messages.js';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_UNITS, TRAITS } from '../i18n/terms.js';
import { measureOf } from '../i18n/traits.js';
import { Panel } from '../ui/page.js';
import { NotKnown } from '../ui/states.js';
import type { TraitReport } from './runs.js';
import { RunPrediction } from './run-prediction.js';
import { VariancesTable } from './variances-table.js';
import styles from './run-report.module.css';

/** The report of a run for each trait: data, variances and scale. */
export function RunReport({ reports }: { reports: readonly TraitReport[] }) {
  const inOrder = TRAITS.flatMap((trait) => reports.find((report) => report.trait === trait) ?? []);
  const worked = inOrder.filter(({ refused }) => refused === null);
  return (
    <>
      <Refusals reports={inOrder.filter(({ refused }) => refused !== null)} />
      {worked.length > 0 && (
        <>
          <Panel title={<Trans>Data behind the values</Trans>}>
            <p className={styles.lead}>
              <Trans>
                A group is an apiary in a season: only colonies of one group are compared with each other. 100 is the
                mean of the queens of the base years, and 10 points are one standard deviation.
              </Trans>
            </p>
            <DataTable reports={worked} />
          </Panel>
          <RunPrediction reports={worked} />
          <Panel title={<Trans>Variances</Trans>}>
            <VariancesTable reports={worked} />
          </Panel>
        </>
      )}
    </>
  );
}

function Refusals({ reports }: { reports: readonly TraitReport[] }) {
  const { i18n } = useLingui();
  if (reports.length === 0) return null;
  return (
    <Panel title={<Trans>Traits without values</Trans>}>
      <ul className={styles.list}>
        {reports.map(({ trait, refused, refusedCode, refusedParams }) => (
          <li key={trait}>
            <strong>{i18n._(TRAIT_NAMES[trait])}</strong>{' '}
            <span>{refusalText(refusedCode, refusedParams) ?? refused}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const refusalText = (code: string | null, params: unknown) =>
  MODEL_ERRORS[code ?? '']?.(typeof params === 'object' && params !== null ? { ...params } : {});

function DataTable({ reports }: { reports: readonly TraitReport[] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const columns = [
    { header: t`Trait` },
    { header: t`Evaluations`, align: 'end' },
    { header: t`Groups`, align: 'end' },
    { header: t`Weakly connected groups`, align: 'end' },
    { header: t`Base years` },
    { header: t`Queens in the base`, align: 'end' },
    { header: t`Raw value at 100`, align: 'end' },
    { header: t`Raw difference per 10 points`, align: 'end' },
    { header: t`Unit` },
    { header: t`Reliability` },
  ] as const;
  const rows = reports.map(({ trait, records, groups, weakGroups, scale, ...report }) => {
    const decimals = measureOf(trait) === 'kilograms' ? 1 : 2;
    return {
      key: trait,
      cells: [
        i18n._(TRAIT_NAMES[trait]),
        format.number(records),
        format.number(groups),
        format.number(weakGroups),
        scale ? `${format.date(String(scale.fromYear))} – ${format.date(String(scale.toYear))}` : <NotKnown />,
        scale ? format.number(scale.queens) : <NotKnown />,
        scale ? format.number(scale.mean, decimals) : <NotKnown />,
        scale ? format.number(scale.sd, decimals) : <NotKnown />,
        i18n._(TRAIT_UNITS[trait]),
        <ReliabilityMethod {...report} />,
      ],
    };
  });
  return <ChartTable label={t`Data behind the values`} columns={columns} rows={rows} />;
}

function ReliabilityMethod({ reliability, reliabilityError }: Pick<TraitReport, 'reliability' | 'reliabilityError'>) {
  const format = useFormat();
  if (reliability === null) return <NotKnown />;
  if (reliability === 'EXACT') return <Trans>exact</Trans>;
  if (!reliabilityError) return <Trans>approximated</Trans>;
  const mean = format.number(reliabilityError.mean, 3);
  const largest = format.number(reliabilityError.largest, 3);
  return (
    <Trans>
      approximated: in a sample, the error of r² is {mean} on average and at most {largest}
    </Trans>
  );
}
