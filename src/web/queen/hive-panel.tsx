import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasLeft } from '../i18n/terms.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { MoveDialog } from './move-dialog.js';
import type { Queen } from './queen-data.js';
import styles from './queen.module.css';

export function HivePanel({ queen }: { queen: Queen }) {
  const { t } = useLingui();
  const [moving, setMoving] = useState(false);
  const { hive, status } = queen;
  const season = String(new Date().getFullYear());
  const living = !hasLeft(status);
  return (
    <Panel
      title={t`Hive`}
      id="hive"
      actions={
        <>
          {living && (
            <Button onClick={() => setMoving(true)}>
              {hive ? <Trans>Move her</Trans> : <Trans>Assign a hive</Trans>}
            </Button>
          )}
          {hive?.apiary && (
            <ButtonLink to="/record/$apiaryId/$year" params={{ apiaryId: hive.apiary.id, year: season }}>
              <Trans>Record evaluations there</Trans>
            </ButtonLink>
          )}
        </>
      }
    >
      {hive ? (
        <Place hive={hive} />
      ) : (
        <p>{living ? <Trans>She heads no hive.</Trans> : <Trans>She heads no hive, because of her status.</Trans>}</p>
      )}
      {moving && <MoveDialog queen={queen} onClose={() => setMoving(false)} />}
    </Panel>
  );
}

function Place({ hive: { name, apiary, type } }: { hive: NonNullable<Queen['hive']> }) {
  const label = <strong translate="no">{name}</strong>;
  return (
    <p className={styles.hive}>
      {apiary ? (
        <Trans>
          Hive {label} at{' '}
          <Link to="/apiaries/$id" params={{ id: apiary.id }} translate="no">
            {apiary.name}
          </Link>
        </Trans>
      ) : (
        <Trans>Hive {label}, at no apiary</Trans>
      )}
      {type !== null && (
        <>
          {' '}
          <span translate="no">({type})</span>
        </>
      )}
    </p>
  );
}
