import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { QueenName } from '../ui/queen-name.js';
import { DeleteHiveDialog } from './delete-hive.js';
import type { HiveRow } from './apiary-data.js';
import { HiveDialog } from './hive-dialog.js';
import styles from './hives-table.module.css';

/** Table of hives with their queens; on a phone, each hive is a card. */
export function HivesTable({ label, hives }: { label: string; hives: readonly HiveRow[] }) {
  const { t } = useLingui();
  const [edited, edit] = useState<HiveRow | null>(null);
  const [deleted, remove] = useState<HiveRow | null>(null);
  return (
    <>
      <table className={styles.hives} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t`Hive`}</th>
            <th scope="col">{t`Queen`}</th>
            <th scope="col">{t`Kind of hive`}</th>
            <th scope="col">{t`Action`}</th>
          </tr>
        </thead>
        <tbody>
          {hives.map((hive) => (
            <Row key={hive.id} hive={hive}>
              <Button kind="quiet" icon={<Pencil aria-hidden="true" />} onClick={() => edit(hive)}>
                <Trans>Edit</Trans>
                <span className="visually-hidden" translate="no">
                  {hive.name}
                </span>
              </Button>
              <Button kind="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => remove(hive)}>
                <Trans>Delete</Trans>
                <span className="visually-hidden" translate="no">
                  {hive.name}
                </span>
              </Button>
            </Row>
          ))}
        </tbody>
      </table>
      {edited && <HiveDialog hive={edited} onClose={() => edit(null)} />}
      {deleted && <DeleteHiveDialog hive={deleted} onClose={() => remove(null)} />}
    </>
  );
}

function Row({ hive: { id, name, queen, type }, children }: { hive: HiveRow; children: ReactNode }) {
  return (
    <tr id={`hive-${id}`}>
      <th scope="row" translate="no">
        {name}
      </th>
      <td>
        {queen ? (
          <QueenName queen={queen} />
        ) : (
          <span className={styles.none}>
            <Trans>no queen</Trans>
          </span>
        )}
      </td>
      <td translate="no" className={styles.type}>
        {type}
      </td>
      <td className={styles.actions}>{children}</td>
    </tr>
  );
}
