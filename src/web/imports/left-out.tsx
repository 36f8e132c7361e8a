import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.js';
import { ErrorPanel } from '../ui/states.js';
import type { ImportDetail } from './import-data.js';
import styles from './outcome.module.css';
import { allReviewRows } from './review-data.js';
import { saveRows } from './save-rows.js';

/**
 * Shows how many rows were left out, before and after the import. The user can download these rows with their errors.
 */
export function LeftOut({ of: { id, leftOut, columns, filename } }: { of: ImportDetail }) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<unknown>(null);
  const { rows, faulty } = leftOut;
  if (rows === 0) return null;
  const headers = columns.map(({ header }) => header);
  const what = <Plural value={rows} one="One row was left out" other="# rows were left out" />;
  const how = (
    <>
      {faulty > 0 && <Plural value={faulty} one="one with errors" other="# with errors" />}
      {faulty > 0 && rows > faulty && ', '}
      {rows > faulty && <Plural value={rows - faulty} one="one without errors" other="# without errors" />}
    </>
  );
  return (
    <div className={styles.part}>
      <p>
        <Trans>
          {what}: {how}
        </Trans>
      </p>
      <Button
        icon={<Download aria-hidden="true" />}
        onClick={() =>
          void allReviewRows(id, 'skipped').then(
            (found) => saveRows(found, headers, t`What is wrong`, `${filename}-rows-left-out.csv`),
            setProblem,
          )
        }
      >
        <Trans>Download the rows that were left out (CSV)</Trans>
      </Button>
      {problem !== null && <ErrorPanel error={problem} />}
    </div>
  );
}
