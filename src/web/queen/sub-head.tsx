import { useLingui } from '@lingui/react';
import { GENERATION_NAMES } from '../i18n/terms.js';
import { LifeStatus } from '../ui/life-status.js';
import type { Queen } from './queen-data.js';
import styles from './queen.module.css';

export function SubHead({ queen: { name, externalId, race, generation, status } }: { queen: Queen }) {
  const { i18n } = useLingui();
  return (
    <p className={styles.subHead}>
      {externalId !== null && externalId !== name && <span translate="no">{externalId}</span>}
      {race !== null && (
        <span translate="no" className={styles.chip}>
          {race}
        </span>
      )}
      <span>{i18n._(GENERATION_NAMES[generation])}</span>
      {status !== null && <LifeStatus status={status} />}
    </p>
  );
}
