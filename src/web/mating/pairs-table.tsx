import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { SortHead } from '../ui/sort-head.js';
import { NotKnown } from '../ui/states.js';
import type { PairOrder } from './mating-search.js';
import { BothInbreedings, ParentName, Reliabilities, SaveLink } from './pair-parts.js';
import type { Pair } from './pairs.js';
import styles from './pairs.module.css';

export interface PairListProps {
  label: string;
  pairs: readonly Pair[];
  traits: readonly Trait[];
  /** Whether several queens are to be mated; otherwise the name of the queen is not repeated in each row. */
  several: boolean;
  ranked: boolean;
  /** Whether the drones are sons of the drone mother herself. */
  drones: 'own' | undefined;
  /** The key of the pair under the pointer, in the table or in the chart. */
  marked: string | null;
  onMark: (key: string | null) => void;
  onOpen: (pair: Pair) => void;
  sort: PairOrder | undefined;
  onSort: (sort: PairOrder | undefined) => void;
}

/** The table of pairs. All rows and columns can be printed. */
export function PairsTable({
  label,
  pairs,
  traits,
  several,
  ranked,
  drones,
  marked,
  onMark,
  onOpen,
  sort,
  onSort,
}: PairListProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const sorted = { sort, onSort };
  return (
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles.end}>{t`Rank`}</th>
            {several && <th scope="col" className={styles.queen}>{t`Queen`}</th>}
            <th scope="col" className={styles.sticky}>{t`Drone mother`}</th>
            {ranked ? (
              <Sortable {...sorted} by={undefined} down>{t`Expected index`}</Sortable>
            ) : (
              <th scope="col" className={styles.end}>{t`Expected index`}</th>
            )}
            <Sortable {...sorted} by="inbreeding">{t`F of the offspring`}</Sortable>
            {traits.length > 0 && <Sortable {...sorted} by="reliability" down>{t`r² of the parents`}</Sortable>}
            {traits.map((trait) => (
              <th key={trait} scope="col" className={styles.trait}>
                {i18n._(TRAIT_NAMES[trait])}
              </th>
            ))}
            <th scope="col" className={styles.doing}>{t`Action`}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr
              key={pair.key}
              data-marked={pair.key === marked || undefined}
              onMouseEnter={() => onMark(pair.key)}
              onMouseLeave={() => onMark(null)}
              onFocus={() => onMark(pair.key)}
              onBlur={() => onMark(null)}
            >
              <td className={styles.end}>{pair.place === null ? '' : format.number(pair.place)}</td>
              {several && (
                <td>
                  <ParentName parent={pair.queen} />
                </td>
              )}
              <th scope="row" className={styles.sticky}>
                <ParentName parent={pair.mate} />
              </th>
              <td className={styles.end}>
                <Details pair={pair} onOpen={onOpen}>
                  {pair.index !== null && format.number(pair.index, 1)}
                </Details>
              </td>
              <td className={styles.end}>
                <BothInbreedings pair={pair} />
              </td>
              {traits.length > 0 && (
                <td className={styles.end}>
                  <Reliabilities pair={pair} />
                </td>
              )}
              {traits.map((trait) => {
                const value = pair.values[trait];
                return (
                  <td key={trait} className={styles.trait}>
                    {value ? format.number(value.normalized, 1) : <NotKnown />}
                  </td>
                );
              })}
              <td className={styles.doing}>
                <SaveLink pair={pair} drones={drones} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A button that opens the details of a pair. The label is the index of the pair, if known. */
export function Details({
  pair,
  onOpen,
  children,
}: {
  pair: Pair;
  onOpen: (pair: Pair) => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const [her, his] = [pair.queen.name, pair.mate.name];
  return (
    <Button kind="quiet" className={styles.details} onClick={() => onOpen(pair)}>
      <span className={children ? styles.index : undefined}>{children || t`Details`}</span>
      {/* The accessible name begins with the visible text, so that voice control finds the button. */}
      <span className="visually-hidden">{t`${her} with ${his}`}</span>
    </Button>
  );
}

interface SortableProps extends Pick<PairListProps, 'sort' | 'onSort'> {
  by: PairOrder | undefined;
  /** Whether the largest value is first. */
  down?: boolean;
  children: string;
}

function Sortable({ by, down, sort, onSort, children }: SortableProps) {
  const sorted = sort === by ? (down ? 'DESC' : 'ASC') : null;
  return (
    <SortHead sorted={sorted} end className={styles.end} onSort={() => onSort(by)}>
      {children}
    </SortHead>
  );
}
