import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import type { ImportDetail } from './import-data.js';
import styles from './outcome.module.css';
import { formatName, KIND_NAMES, KINDS } from './words.js';

type Of<Member extends keyof ImportDetail> = { of: Pick<ImportDetail, Member> };

/** The format, the sheet and the number of rows of the file. */
export function FileFacts({ of: { format, sheet, rows } }: Of<'format' | 'sheet' | 'rows'>) {
  const { i18n } = useLingui();
  const numbers = useFormat();
  const name = formatName(format);
  return (
    <dl className={styles.facts}>
      {name && (
        <div>
          <dt>
            <Trans>Format</Trans>
          </dt>
          <dd>{i18n._(name)}</dd>
        </div>
      )}
      {sheet !== null && (
        <div>
          <dt>
            <Trans>Sheet</Trans>
          </dt>
          <dd translate="no">{sheet}</dd>
        </div>
      )}
      <div>
        <dt>
          <Trans>Rows</Trans>
        </dt>
        <dd>{numbers.number(rows)}</dd>
      </div>
    </dl>
  );
}

/** A table of the numbers of new, changed and unchanged records of each kind. */
export function CountsTable({ of: found }: Of<'created' | 'updated' | 'unchanged'>) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { created, updated, unchanged } = found;
  const kinds = KINDS.filter((kind) => created[kind] + updated[kind] + unchanged[kind] > 0);
  return (
    <table className={styles.counts}>
      <thead>
        <tr>
          <th scope="col">{t`Kind`}</th>
          <th scope="col">{t`New`}</th>
          <th scope="col">{t`Changed`}</th>
          <th scope="col">{t`Unchanged`}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{i18n._(KIND_NAMES[kind])}</th>
            {[created, updated, unchanged].map((counts, column) => (
              <td key={column}>{format.number(counts[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Explains why new hives have no queen: an import puts only living queens into hives, and the file has no column with
 * the status of queens.
 */
export function EmptyHives({ of: { created, columns } }: Of<'created' | 'columns'>) {
  // If the file is a complete export, `columns` is empty.
  if (created.hives === 0 || columns.length === 0 || columns.some(({ field }) => field === 'life_status')) return null;
  return (
    <p>
      <Trans>
        No column states the status of the queens, so new queens are not put into their hives. To put them there, add a
        column “Status” with “testing” or “production” to the file.
      </Trans>
    </p>
  );
}

/** Whether the file has any new data. */
export const hasNewData = ({ created, updated }: Pick<ImportDetail, 'created' | 'updated'>): boolean =>
  KINDS.some((kind) => created[kind] + updated[kind] > 0);
