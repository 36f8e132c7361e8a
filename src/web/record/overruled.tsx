import { Trans, useLingui } from '@lingui/react/macro';
import { LIFE_STATUS_NAMES } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { NotKnown } from '../ui/states.js';
import type { Inspection, Present } from './inspection.js';
import styles from './meanwhile.module.css';

interface OverruledProps {
  inspection: Inspection;
  /** The inspected hive. */
  hive: string | null;
  /** What is recorded now. */
  present: Present;
  onKeep: () => void;
  onTake: () => void;
}

/** Others moved the queen or changed her status meanwhile: shows both, and lets the user choose. */
export function OverruledChoice({ inspection, hive, present, onKeep, onTake }: OverruledProps) {
  const { t, i18n } = useLingui();
  const { outcome, status, successor, newQueen, known } = inspection;
  const place = present.hive && [present.hive.apiary, present.hive.name].filter(Boolean).join(' · ');
  const heir = { unknown: null, new: newQueen.name || newQueen.externalId, known: known?.name }[successor];
  const nobody = t`no queen`;
  return (
    <div className={styles.meanwhile}>
      <p>
        <Trans>The queen or her hive was changed in the meantime.</Trans>
      </p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Trans>Recorded</Trans>
            </th>
            <th scope="col">
              <Trans>Yours</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Trans>Status</Trans>
            </th>
            <td>{present.status ? i18n._(LIFE_STATUS_NAMES[present.status]) : <NotKnown />}</td>
            <td>{i18n._(LIFE_STATUS_NAMES[status])}</td>
          </tr>
          <tr>
            <th scope="row">
              <Trans>Her hive</Trans>
            </th>
            <td translate={place ? 'no' : undefined}>{place ?? t`no hive`}</td>
            <td>{t`no hive`}</td>
          </tr>
          {hive !== null && (
            <tr>
              <th scope="row">
                <Trans>Queen of hive {hive}</Trans>
              </th>
              <td>{present.headedBy?.name ?? (present.isHiveDeleted ? t`The hive was deleted.` : nobody)}</td>
              <td>{(outcome === 'replaced' && heir) || nobody}</td>
            </tr>
          )}
        </tbody>
      </table>
      <div className={styles.answers}>
        <Button onClick={onKeep}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button onClick={onTake}>
          <Trans>Use what is recorded</Trans>
        </Button>
      </div>
    </div>
  );
}
