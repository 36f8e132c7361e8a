import { useLingui } from '@lingui/react/macro';
import { Ban, CircleCheck, CirclePause, TimerOff } from 'lucide-react';
import { useFormat } from '../i18n/format.js';
import type { Key } from './queries.js';
import styles from './keys.module.css';

const ICONS = { enabled: CircleCheck, disabled: CirclePause, expired: TimerOff, revoked: Ban };

export function KeyStatus({ status }: Pick<Key, 'status'>) {
  const { t } = useLingui();
  const Icon = ICONS[status];
  const words = { enabled: t`switched on`, disabled: t`switched off`, expired: t`expired`, revoked: t`revoked` };
  return (
    <span className={styles.status} data-status={status}>
      <Icon aria-hidden="true" />
      {words[status]}
    </span>
  );
}

const WARNING = 7 * 24 * 60 * 60 * 1000;

/**
 * The expiry of a key, with a warning in the last seven days. For a rotated key: the time at which it will be revoked.
 */
export function KeyExpiry({ expiresAt, revokedAt, status }: Pick<Key, 'expiresAt' | 'revokedAt' | 'status'>) {
  const { t } = useLingui();
  const format = useFormat();
  const ends = revokedAt ?? expiresAt;
  if (ends === null) return <>{t`never expires`}</>;
  const day = format.instant(ends);
  const far = format.relative(ends);
  if (status === 'revoked') return <time dateTime={ends} title={day}>{t`revoked ${far}`}</time>;
  if (status === 'expired') return <time dateTime={ends} title={day}>{t`expired ${far}`}</time>;
  const soon = Date.parse(ends) - Date.now() <= WARNING;
  return (
    <time dateTime={ends} title={day} className={soon ? styles.soon : undefined}>
      {revokedAt !== null ? t`replaced, works until ${day}` : soon ? t`expires ${far}` : t`until ${day}`}
    </time>
  );
}

export function KeyLastUse({ lastUsedAt, lastUsedIp }: Pick<Key, 'lastUsedAt' | 'lastUsedIp'>) {
  const { t } = useLingui();
  const format = useFormat();
  if (lastUsedAt === null) return <>{t`never used`}</>;
  const when = format.relative(lastUsedAt);
  return (
    <time dateTime={lastUsedAt} title={format.instant(lastUsedAt)}>
      {lastUsedIp === null ? t`used ${when}` : t`used ${when} from ${lastUsedIp}`}
    </time>
  );
}
