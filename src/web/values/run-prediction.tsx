import { Trans, useLingui } from '@lingui/react/macro';
import { extent } from 'd3-array';
import { AxisX, AxisY } from '../charts/axes.js';
import { ChartTable } from '../charts/chart-table.js';
import { Figure, Multiple, Multiples, Plot } from '../charts/figure.js';
import { decimalsOf, linear } from '../charts/scales.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_UNITS } from '../i18n/terms.js';
import { Panel } from '../ui/page.js';
import { NotKnown } from '../ui/states.js';
import type { TraitReport } from './runs.js';
import styles from './run-report.module.css';

type Prediction = NonNullable<TraitReport['prediction']>;
type Predicted = TraitReport & { prediction: Prediction };

const HEIGHT = 220;
const [TOP, BOTTOM, LEFT, RIGHT] = [12, 184, 44, 20];
/** A dispersion between these limits is considered correct. */
const [DEFLATED, INFLATED] = [1.15, 0.85];

/** Shows how well values predicted tests that were omitted from a run. */
export function RunPrediction({ reports }: { reports: readonly TraitReport[] }) {
  const predicted = reports.filter((report): report is Predicted => report.prediction !== null);
  const seasons = predicted[0]?.prediction.seasons;
  if (seasons === undefined) return null;
  return (
    <Panel title={<Trans>Accuracy of prediction</Trans>}>
      <p className={styles.lead}>
        <Trans>
          The run computed the values once more without the tests of the last seasons (hidden: {seasons}). It compared
          these values with the values from all tests and with the results of the hidden tests. Focal queens are queens
          with hidden tests of their own colonies or of their daughters’ colonies. With fewer than 20 queens, no figures
          are shown.
        </Trans>
      </p>
      <PredictionTable reports={predicted} />
      <Plots reports={predicted.filter(({ prediction }) => prediction.predictiveAbility !== null)} />
    </Panel>
  );
}

function PredictionTable({ reports }: { reports: readonly Predicted[] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const number = (value: number | null) => (value === null ? <NotKnown /> : format.number(value, 2));
  const columns = [
    { header: t`Trait` },
    { header: t`Hidden tests`, align: 'end' },
    { header: t`Focal queens`, align: 'end' },
    { header: t`Bias in points`, align: 'end' },
    { header: t`Dispersion`, align: 'end' },
    { header: t`Consistency`, align: 'end' },
    { header: t`Predictive ability`, align: 'end' },
    { header: t`Meaning` },
  ] as const;
  const rows = reports.map(({ trait, prediction }) => ({
    key: trait,
    cells: [
      i18n._(TRAIT_NAMES[trait]),
      format.number(prediction.hiddenTests),
      format.number(prediction.focalQueens),
      number(prediction.biasInPoints),
      number(prediction.dispersion),
      number(prediction.consistency),
      number(prediction.predictiveAbility),
      <span key="words" className={styles.inWords}>
        <InWords prediction={prediction} />
      </span>,
    ],
  }));
  return <ChartTable label={t`Accuracy of prediction`} columns={columns} rows={rows} />;
}

function InWords({ prediction: { dispersion } }: { prediction: Prediction }) {
  const format = useFormat();
  if (dispersion === null) return <Trans>Too few queens</Trans>;
  // If the dispersion is not positive, the values are unrelated or inversely related to the tests.
  if (dispersion <= 0) return <Trans>The values did not predict these tests.</Trans>;
  const share = format.percent(dispersion, 0);
  if (dispersion < INFLATED)
    return (
      <Trans>
        Predicted differences between queens are too large. Real differences are about {share} of the predicted
        differences.
      </Trans>
    );
  if (dispersion > DEFLATED)
    return (
      <Trans>
        Predicted differences between queens are too small. Real differences are about {share} of the predicted
        differences.
      </Trans>
    );
  return <Trans>Predicted differences between queens are about right.</Trans>;
}

function Plots({ reports }: { reports: readonly Predicted[] }) {
  const { t, i18n } = useLingui();
  if (reports.length === 0) return null;
  const caption = (
    <Trans>
      Each dot is a queen whose tests were hidden. At most 100 queens are shown. The horizontal axis is the value that
      was expected for her colony without these tests. The vertical axis is the result of the tests, as a difference
      from the mean of the apiary and season. On the line, the expected value and the result are equal.
    </Trans>
  );
  return (
    <div className={styles.plots}>
      <Figure caption={caption}>
        <Multiples>
          {reports.map(({ trait, prediction }) => {
            const name = i18n._(TRAIT_NAMES[trait]);
            return (
              <Multiple key={trait} title={name} note={i18n._(TRAIT_UNITS[trait])}>
                <Plot label={t`${name}: expected and observed`} height={HEIGHT}>
                  {(width) => <Points points={prediction.points} width={width} />}
                </Plot>
              </Multiple>
            );
          })}
        </Multiples>
      </Figure>
    </div>
  );
}

function Points({ points, width }: { points: Prediction['points']; width: number }) {
  const format = useFormat();
  const [lowX = 0, highX = 1] = extent(points, ({ expected }) => expected);
  const [lowY = 0, highY = 1] = extent(points, ({ observed }) => observed);
  const x = linear([lowX, highX], [LEFT, width - RIGHT]).nice(3);
  const y = linear([lowY, highY], [BOTTOM, TOP]).nice(4);
  const labels = (ticks: number[]) => {
    const decimals = decimalsOf(ticks);
    return ticks.map((value) => ({ value, label: format.number(value, decimals) }));
  };
  const [from = 0, to = 1] = x.domain();
  const [low = 0, high = 1] = y.domain();
  const within = (value: number) => Math.min(Math.max(value, low), high);
  return (
    <>
      <AxisY ticks={labels(y.ticks(4))} at={y} from={LEFT} to={width - RIGHT} />
      <AxisX ticks={labels(x.ticks(3))} at={x} from={TOP} to={BOTTOM} />
      <line x1={x(within(from))} x2={x(within(to))} y1={y(within(from))} y2={y(within(to))} className={styles.equal} />
      {points.map(({ expected, observed }, index) => (
        <circle key={index} cx={x(expected)} cy={y(observed)} r={3} className={styles.dot} />
      ))}
    </>
  );
}
