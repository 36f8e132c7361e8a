import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { FaultPlace } from './fault-list.js';
import type { ImportDetail } from './import-data.js';
import styles from './outcome.module.css';

/** Maximum number of queens that are listed; REST lists more. */
const MAX_SHOWN = 100;

/** Lists new queens that no row describes. For example, a misspelt number of a dam creates such a queen. */
export function NamedOnly({ of: { namedOnly } }: { of: Pick<ImportDetail, 'namedOnly'> }) {
  const format = useFormat();
  const count = namedOnly?.count ?? 0;
  if (!namedOnly || count === 0) return null;
  const shown = namedOnly.queens.slice(0, MAX_SHOWN);
  return (
    <details className={styles.part}>
      <summary>
        <Plural
          value={count}
          one="One new queen has no row of her own: she is only named as dam, sire or mate"
          other="# new queens have no rows of their own: they are only named as dam, sire or mate"
        />
      </summary>
      <ul className={styles.named}>
        {shown.map(({ called, row, column }) => (
          <li key={`${row} ${called}`}>
            <span translate="no">{called}</span>{' '}
            <span>
              <FaultPlace fault={{ row, column }} />
            </span>
          </li>
        ))}
        {count > shown.length && (
          <li>
            <Trans>and {format.number(count - shown.length)} more</Trans>
          </li>
        )}
      </ul>
    </details>
  );
}
