import { useLingui } from '@lingui/react';
import { ArrowUpRight, CircleQuestionMark, ClipboardList, Hexagon, X, type LucideIcon } from 'lucide-react';
import { LIFE_STATUS_NAMES, type LifeStatusWord } from '../i18n/terms.js';
import styles from './life-status.module.css';

const ICONS: Record<LifeStatusWord, LucideIcon> = {
  testing: ClipboardList,
  production: Hexagon,
  sold: ArrowUpRight,
  dead: X,
  lost: CircleQuestionMark,
};

export function LifeStatus({ status }: { status: LifeStatusWord }) {
  const { i18n } = useLingui();
  const Icon = ICONS[status];
  return (
    <span className={styles.status}>
      <Icon aria-hidden="true" />
      {i18n._(LIFE_STATUS_NAMES[status])}
    </span>
  );
}
