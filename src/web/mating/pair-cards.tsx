import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { NotKnown } from '../ui/states.js';
import { BothInbreedings, ParentName, Reliabilities, SaveLink } from './pair-parts.js';
import { Details, type PairListProps } from './pairs-table.js';
import styles from './pair-cards.module.css';

/** The list of pairs on a phone: one card for each pair. */
export function PairCards({ label, pairs, traits, several, drones, marked, onOpen }: PairListProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  return (
    <ul className={styles.cards} aria-label={label}>
      {pairs.map((pair) => (
        <li key={pair.key} data-marked={pair.key === marked || undefined}>
          <div className={styles.head}>
            {pair.place !== null && <span className={styles.place}>{format.number(pair.place)}</span>}
            <div>
              {several && <ParentName parent={pair.queen} />}
              <ParentName parent={pair.mate} />
            </div>
          </div>
          <dl>
            <dt>
              <Trans>Expected index</Trans>
            </dt>
            <dd>{pair.index === null ? <NotKnown /> : <strong>{format.number(pair.index, 1)}</strong>}</dd>
            <dt>
              <Trans>F of the offspring</Trans>
            </dt>
            <dd>
              <BothInbreedings pair={pair} />
            </dd>
            {traits.length > 0 && (
              <>
                <dt>
                  <Trans>r² of the parents</Trans>
                </dt>
                <dd>
                  <Reliabilities pair={pair} />
                </dd>
              </>
            )}
          </dl>
          {traits.length > 0 && (
            <details>
              <summary>
                <Trans>Traits</Trans>
              </summary>
              <dl>
                {traits.map((trait) => {
                  const value = pair.values[trait];
                  return (
                    <div key={trait}>
                      <dt>{i18n._(TRAIT_NAMES[trait])}</dt>
                      <dd>{value ? format.number(value.normalized, 1) : <NotKnown />}</dd>
                    </div>
                  );
                })}
              </dl>
            </details>
          )}
          <div className={styles.actions}>
            <Details pair={pair} onOpen={onOpen} />
            <SaveLink pair={pair} drones={drones} />
          </div>
        </li>
      ))}
    </ul>
  );
}
