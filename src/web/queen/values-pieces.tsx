import { Trans, useLingui } from '@lingui/react/macro';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { valuesOf, type RunValues } from './values.js';
import styles from './queen.module.css';

/** The contributions to the queen's computed values. Values of workers and imported values have none. */
export function ValuesPieces({ values }: { values: RunValues }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const rows = valuesOf(values).flatMap(({ trait, pieces, normalized }) => {
    if (!pieces) return [];
    const added = [pieces.family, pieces.ownTest, pieces.offspring].map((points) => format.signed(points, 1));
    return {
      key: trait,
      cells: [
        i18n._(TRAIT_NAMES[trait]),
        format.number(pieces.parentAverage, 1),
        ...added,
        <strong key="value">{format.number(normalized, 1)}</strong>,
      ],
    };
  });
  if (rows.length === 0) return null;
  const end = { align: 'end' } as const;
  return (
    <details className={styles.more}>
      <summary>
        <Trans>Contributions to the values</Trans>
      </summary>
      <p className={styles.note}>
        <Trans>
          A value begins with the mean of her parents’ values. Her sisters and her dam’s colony (family), the tests of
          her own colony and her daughters add points to it or subtract points from it.
        </Trans>
      </p>
      <ChartTable
        label={t`Contributions to the values`}
        columns={[
          { header: t`Trait` },
          { header: t`Parents’ average`, ...end },
          { header: t`Family`, ...end },
          { header: t`Own test`, ...end },
          { header: t`Daughters`, ...end },
          { header: t`Value`, ...end },
        ]}
        rows={rows}
      />
    </details>
  );
}
