import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import type { Queen } from './queen-data.js';
import styles from './queen.module.css';

/** The hive and apiary of her colony. */
export function HivePanel({ queen: { hive } }: { queen: Queen }) {
  const { t } = useLingui();
  const season = String(new Date().getFullYear());
  if (!hive) {
    return (
      <Panel title={t`Hive`} id="hive">
        <p>
          <Trans>
            She heads no hive. Edit hives at <Link to="/apiaries">their apiary</Link>.
          </Trans>
        </p>
      </Panel>
    );
  }
  const name = <strong translate="no">{hive.name}</strong>;
  return (
    <Panel
      title={t`Hive`}
      id="hive"
      actions={
        hive.apiary && (
          <ButtonLink to="/record/$apiaryId/$year" params={{ apiaryId: hive.apiary.id, year: season }}>
            <Trans>Record evaluations there</Trans>
          </ButtonLink>
        )
      }
    >
      <p className={styles.hive}>
        {hive.apiary ? (
          <Trans>
            Hive {name} at{' '}
            <Link to="/apiaries/$id" params={{ id: hive.apiary.id }} translate="no">
              {hive.apiary.name}
            </Link>
          </Trans>
        ) : (
          <Trans>Hive {name}, at no apiary</Trans>
        )}
        {hive.type !== null && (
          <>
            {' '}
            <span translate="no">({hive.type})</span>
          </>
        )}
      </p>
    </Panel>
  );
}
