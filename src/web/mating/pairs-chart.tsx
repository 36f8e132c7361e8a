import { Trans, useLingui } from '@lingui/react/macro';
import { max, min } from 'd3-array';
import { AxisX, AxisY } from '../charts/axes.js';
import { Figure, Plot } from '../charts/figure.js';
import { decimalsOf, linear } from '../charts/scales.js';
import { classes } from '../ui/class-names.js';
import { useFormat } from '../i18n/format.js';
import type { Pair } from './pairs.js';
import styles from './pairs-chart.module.css';

const HEIGHT = 320;
const [TOP, BOTTOM, LEFT, RIGHT] = [28, 276, 44, 16];

interface PairsChartProps {
  pairs: readonly (Pair & { index: number })[];
  /** The limit of inbreeding as a fraction. */
  ceiling: number | undefined;
  several: boolean;
  marked: string | null;
  onMark: (key: string | null) => void;
  onOpen: (pair: Pair) => void;
}

/**
 * A scatter plot of the pairs by expected index and inbreeding. For keyboard users, the list beside the plot has the
 * same pairs.
 */
export function PairsChart({ pairs, ceiling, several, marked, onMark, onOpen }: PairsChartProps) {
  const { t } = useLingui();
  const format = useFormat();
  const count = format.number(pairs.length);
  const caption = (
    <Trans>
      Each dot is one of {count} matings. The higher the dot, the higher the expected index. The further to the left,
      the lower the inbreeding of the offspring. The list has the same numbers.
    </Trans>
  );
  const legend = ceiling !== undefined && (
    <>
      <span>
        <Sample />
        <Trans>within the limit of inbreeding</Trans>
      </span>
      <span>
        <Sample over />
        <Trans>above the limit of inbreeding</Trans>
      </span>
    </>
  );
  const most = Math.max(max(pairs, ({ inbreeding }) => inbreeding) ?? 0, ceiling ?? 0, 0.01);
  const [low, high] = [min(pairs, ({ index }) => index) ?? 100, max(pairs, ({ index }) => index) ?? 100];
  const wide = Math.max(high - low, 1);
  const y = linear([low - wide * 0.08, high + wide * 0.08], [BOTTOM, TOP]).nice(5);
  const shown = [...pairs].sort((one) => (one.key === marked ? 1 : 0));
  return (
    <Figure caption={caption} legend={legend}>
      <Plot label={t`Expected index and inbreeding of ${count} matings`} height={HEIGHT}>
        {(width) => {
          const x = linear([0, most * 1.05], [LEFT, width - RIGHT]);
          return (
            <>
              <AxisY
                ticks={y.ticks(5).map((value) => ({ value, label: format.number(value, decimalsOf(y.ticks(5))) }))}
                at={y}
                from={LEFT}
                to={width - RIGHT}
              />
              <AxisX
                ticks={x.ticks(width < 480 ? 4 : 7).map((value) => ({ value, label: percent(value) }))}
                at={x}
                from={TOP}
                to={BOTTOM}
              />
              <text x={0} y={14} className={styles.axisName}>{t`Expected index`}</text>
              <text x={width - RIGHT} y={HEIGHT - 6} textAnchor="end" className={styles.axisName}>
                {t`F of the offspring`}
              </text>
              {ceiling !== undefined && (
                <line x1={x(ceiling)} x2={x(ceiling)} y1={TOP} y2={BOTTOM} className={styles.ceiling} />
              )}
              {shown.map((pair) => (
                <circle
                  key={pair.key}
                  cx={x(pair.inbreeding)}
                  cy={y(pair.index)}
                  r={pair.key === marked ? 8 : 5}
                  className={classes(styles.dot, pair.place === null && styles.over, pair.key === marked && styles.on)}
                  onMouseEnter={() => onMark(pair.key)}
                  onMouseLeave={() => onMark(null)}
                  onClick={() => onOpen(pair)}
                />
              ))}
              {shown
                .filter(({ key }) => key === marked)
                .map((pair) => {
                  const right = x(pair.inbreeding) < width / 2;
                  return (
                    <text
                      key={pair.key}
                      x={x(pair.inbreeding) + (right ? 14 : -14)}
                      y={y(pair.index)}
                      textAnchor={right ? 'start' : 'end'}
                      dominantBaseline="central"
                      className={styles.name}
                    >
                      {several ? `${pair.queen.name} × ${pair.mate.name}` : pair.mate.name}
                    </text>
                  );
                })}
            </>
          );
        }}
      </Plot>
    </Figure>
  );

  function percent(value: number): string {
    return format.percent(value, most < 0.05 ? 1 : 0);
  }
}

const Sample = ({ over }: { over?: boolean }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
    <circle cx="7" cy="7" r="5" className={classes(styles.dot, over && styles.over)} />
  </svg>
);
