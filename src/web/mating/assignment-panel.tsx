import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormat } from '../i18n/format.js';
import { TextField } from '../ui/fields.js';
import { Panel } from '../ui/page.js';
import { assignment } from './assignment.js';
import { MarkedInbreeding } from './inbreeding-mark.js';
import { ParentName, SaveLink } from './pair-parts.js';
import type { Pair } from './pairs.js';
import styles from './pairs.module.css';

interface AssignmentProps {
  /** The pairs within the limit of inbreeding. */
  pairs: readonly Pair[];
  limited: boolean;
  queens: readonly Pair['queen'][];
  drones: 'own' | undefined;
  /** Maximum number of queens per drone mother. */
  share: number;
  onShare: (share: number) => void;
}

/** The best plan that assigns one drone mother to each queen. */
export function AssignmentPanel({ pairs, limited, queens, drones, share, onShare }: AssignmentProps) {
  const { t } = useLingui();
  const format = useFormat();
  const chosen = useMemo(() => (pairs.length > 0 ? assignment(pairs, share) : []), [pairs, share]);
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const indices = known(chosen.map(({ index }) => index));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return (
    <Panel title={<Trans>One drone mother for each queen</Trans>}>
      <p>
        {limited ? (
          <Trans>The best matings for all queens together, within the limit of inbreeding.</Trans>
        ) : (
          <Trans>The best matings for all queens together, without a limit of inbreeding.</Trans>
        )}
      </p>
      <div className={styles.share}>
        <TextField
          name="share"
          type="number"
          min={1}
          max={queens.length}
          label={t`Queens per drone mother, at most`}
          value={share}
          onChange={({ target: { valueAsNumber } }) => valueAsNumber >= 1 && onShare(Math.floor(valueAsNumber))}
        />
      </div>
      <div className={styles.frame} role="region" aria-label={t`Assignment`} tabIndex={0}>
        <table className={styles.table} aria-label={t`Assignment`}>
          <thead>
            <tr>
              <th scope="col" className={styles.queen}>{t`Queen`}</th>
              <th scope="col" className={styles.queen}>{t`Drone mother`}</th>
              <th scope="col" className={styles.end}>{t`Expected index`}</th>
              <th scope="col" className={styles.end}>{t`F of the offspring`}</th>
              <th scope="col" className={styles.doing}>{t`Action`}</th>
            </tr>
          </thead>
          <tbody>
            {queens.map((queen) => {
              const pair = chosen.find((each) => each.queen.id === queen.id);
              return (
                <tr key={queen.id}>
                  <th scope="row">
                    <ParentName parent={queen} />
                  </th>
                  {pair ? (
                    <>
                      <td>
                        <ParentName parent={pair.mate} />
                      </td>
                      <td className={styles.end}>{pair.index === null ? '' : format.number(pair.index, 1)}</td>
                      <td className={styles.end}>
                        <MarkedInbreeding inbreeding={pair.inbreeding} />
                      </td>
                      <td className={styles.doing}>
                        <SaveLink pair={pair} drones={drones} />
                      </td>
                    </>
                  ) : (
                    <td colSpan={4}>
                      <Trans>No drone mother within the limit of inbreeding is left for her.</Trans>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {indices.length > 0 && (
        <p>
          <Trans>
            Mean of the expected indices: {format.number(mean(indices), 1)}; mean inbreeding:{' '}
            {format.percent(mean(chosen.map(({ inbreeding }) => inbreeding)), 1)}.
          </Trans>
        </p>
      )}
    </Panel>
  );
}
