import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { LifeStatus } from '../ui/life-status.js';
import { MarkingNote } from '../ui/marking.js';
import { QueenName } from '../ui/queen-name.js';
import type { QueenColumn } from './queen-column.js';
import type { QueenRow } from './queens-query.js';
import styles from './phone-row.module.css';

interface PhoneRowProps {
  queen: QueenRow;
  /** The column by which the list is sorted, if it has a value to show. */
  value: QueenColumn | undefined;
  /** The checkbox to select the queen; absent unless the user is selecting queens. */
  select?: ReactNode;
}

/**
 * The row of a queen on a phone. The first line has her name and status. The second line has the value by which the
 * list is sorted, her identifier if it is not her name, her race, her date of birth, and a note if the colour of her
 * marking does not match the year. Both lines can wrap. The whole row is a link.
 */
export function PhoneRow({ queen, value, select }: PhoneRowProps) {
  const format = useFormat();
  const { name, externalId, race, dateOfBirth, status, marking } = queen;
  return (
    <div className={styles.row} data-select={select ? '' : undefined}>
      {select}
      <div className={styles.first}>
        <QueenName queen={queen} number="none" />
        {status && <LifeStatus status={status} />}
      </div>
      <div className={styles.second}>
        {value && (
          <span className={styles.value}>
            {value.choice ?? value.header} {value.cell(queen, 0)}
          </span>
        )}
        {externalId !== name && <span translate="no">{externalId}</span>}
        {race && <span translate="no">{race}</span>}
        {dateOfBirth && <span>{format.date(dateOfBirth)}</span>}
        <MarkingNote marking={marking} born={dateOfBirth} />
      </div>
    </div>
  );
}
