import { useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, CircleX, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react';
import { JOB_STATUS_NAMES } from '../i18n/terms.js';
import type { Run } from './runs.js';
import styles from './run-status.module.css';

const ICONS: Record<Run['status'], LucideIcon> = {
  queued: Hourglass,
  running: LoaderCircle,
  completed: CircleCheck,
  failed: CircleX,
  cancelled: CircleSlash,
};

/** The status of a run as an icon and a word. The colour has no additional information. */
export function RunStatus({ status }: { status: Run['status'] }) {
  const { i18n } = useLingui();
  const Icon = ICONS[status];
  return (
    <span className={styles.status} data-status={status}>
      <Icon aria-hidden="true" />
      {i18n._(JOB_STATUS_NAMES[status])}
    </span>
  );
}
