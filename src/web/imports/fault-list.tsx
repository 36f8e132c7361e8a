import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Download, TriangleAlert } from 'lucide-react';
import { useFormat } from '../i18n/format.js';
import { Button } from '../ui/button.js';
import styles from './fault-list.module.css';
import { translate } from '../data/fault-messages.js';
import { saveCsv } from '../data/save-csv.js';
import { faultsCsv, groupFaults, type Fault, type FaultGroup } from './faults.js';
import type { ImportDetail } from './import-data.js';

/**
 * Maximum number of places (rows and columns) that are listed for a group of faults. The downloadable file has the
 * places of all errors that the server returns.
 */
const MAX_SHOWN_PLACES = 50;
/** Lists with more places are closed at first. */
const MAX_OPEN_PLACES = 5;

/** The errors of a file, grouped by message, with their places. The user can download the errors. */
export function FaultList({
  of: { errors, errorCount, filename, review },
}: {
  of: Pick<ImportDetail, 'errors' | 'errorCount' | 'filename' | 'review'>;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const save = () => {
    const header = [t`Row`, t`Column`, t`What is wrong`];
    saveCsv(faultsCsv(errors.map(inWords), header), `${filename}-errors.csv`);
  };
  return (
    <div className={styles.faults}>
      <p className={styles.verdict}>
        <CircleAlert aria-hidden="true" />
        <span>
          <strong>
            <Trans>Nothing was changed.</Trans>
          </strong>{' '}
          <Plural value={errorCount} one="There is one error in the file." other="There are # errors in the file." />
        </span>
      </p>
      {errors.length < errorCount && (
        <p>
          <Trans>
            Here are the first {format.number(errors.length)} of {format.number(errorCount)} errors.
          </Trans>
        </p>
      )}
      <Groups of={errors.map(inWords)} areRowsShown={review !== null} />
      <Button icon={<Download aria-hidden="true" />} onClick={save}>
        <Trans>Download the errors (CSV)</Trans>
      </Button>
    </div>
  );
}

/** The warnings of a file, which do not prevent the import. */
export function WarningList({
  of: { warnings, warningCount, review },
}: {
  of: Pick<ImportDetail, 'warnings' | 'warningCount' | 'review'>;
}) {
  const format = useFormat();
  if (warningCount === 0) return null;
  return (
    <div className={styles.faults}>
      <p className={`${styles.verdict} ${styles.warning}`}>
        <TriangleAlert aria-hidden="true" />
        <strong>
          <Plural value={warningCount} one="There is one warning." other="There are # warnings." />
        </strong>
      </p>
      {warnings.length < warningCount && (
        <p>
          <Trans>
            Here are the first {format.number(warnings.length)} of {format.number(warningCount)} warnings.
          </Trans>
        </p>
      )}
      <Groups of={warnings.map(inWords)} areRowsShown={review !== null} />
    </div>
  );
}

type Finding = ImportDetail['errors'][number] | ImportDetail['warnings'][number];

export const inWords = ({ row, column, message, code, params }: Finding): Fault => ({
  row,
  column,
  message: translate({ message, code, params: params as Record<string, unknown> }).message,
});

/** @param areRowsShown whether the page also lists the rows; the lists of places are then closed at first */
function Groups({ of: faults, areRowsShown }: { of: readonly Fault[]; areRowsShown: boolean }) {
  return (
    <ul className={styles.groups}>
      {groupFaults(faults).map((group) => (
        <Group key={group.message} group={group} isOpen={!areRowsShown && group.faults.length <= MAX_OPEN_PLACES} />
      ))}
    </ul>
  );
}

function Group({ group: { message, faults }, isOpen }: { group: FaultGroup; isOpen: boolean }) {
  const format = useFormat();
  const places = faults.filter(({ row, column }) => row !== null || column !== null);
  const more = places.length - MAX_SHOWN_PLACES;
  return (
    <li>
      <p>{message}</p>
      {places.length > 0 && (
        <details open={isOpen || undefined}>
          <summary>
            <Plural value={faults.length} one="1 time" other="# times" />
          </summary>
          <ul>
            {places.slice(0, MAX_SHOWN_PLACES).map((fault, index) => (
              <li key={index}>
                <FaultPlace fault={fault} />
              </li>
            ))}
            {more > 0 && (
              <li>
                <Trans>and {format.number(more)} more</Trans>
              </li>
            )}
          </ul>
        </details>
      )}
    </li>
  );
}

/** The row and the column of a fault, as text. */
export function FaultPlace({ fault: { row, column } }: { fault: Pick<Fault, 'row' | 'column'> }) {
  const name = <span translate="no">{column}</span>;
  if (row === null) return <Trans>column {name}</Trans>;
  // A row number has no separator, as in a spreadsheet: 1204, not 1,204.
  const line = String(row);
  if (column === null) return <Trans>row {line}</Trans>;
  return (
    <Trans>
      row {line}, column {name}
    </Trans>
  );
}
