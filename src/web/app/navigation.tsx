import { useLingui } from '@lingui/react/macro';
import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import {
  ChartNoAxesColumnIncreasing,
  Ellipsis,
  FileUp,
  GitFork,
  Hexagon,
  House,
  KeyRound,
  NotebookPen,
  Search,
  Settings,
  UserRound,
  Warehouse,
  type LucideIcon,
} from 'lucide-react';
import type { SignedIn } from '../data/of-account.js';
import { Disclosure } from '../ui/disclosure.js';
import { useNarrow } from '../ui/media.js';
import { SignOut } from './sign-out.js';
import styles from './navigation.module.css';

export interface NavigationEntry {
  to: LinkProps['to'];
  /** Further paths that belong to this entry. */
  besides?: readonly string[];
  label: string;
  icon: LucideIcon;
}

export function useNavigationEntries(): NavigationEntry[] {
  const { t } = useLingui();
  return [
    { to: '/', label: t`Home`, icon: House },
    { to: '/queens', label: t`Queens`, icon: Hexagon },
    { to: '/record', besides: ['/evaluations'], label: t`Record`, icon: NotebookPen },
    { to: '/apiaries', label: t`Apiaries`, icon: Warehouse },
    { to: '/values', label: t`Breeding values`, icon: ChartNoAxesColumnIncreasing },
    { to: '/mating', label: t`Mating planner`, icon: GitFork },
    { to: '/imports', label: t`Imports`, icon: FileUp },
    { to: '/keys', label: t`API keys`, icon: KeyRound },
    { to: '/settings', label: t`Settings`, icon: Settings },
  ];
}

/** The entries in the bar of a phone; the page "More" has the other entries. */
const BAR: readonly unknown[] = ['/queens', '/record', '/apiaries'];
export const isInBar = ({ to }: NavigationEntry): boolean => BAR.includes(to);

/** The navigation: a rail at the side, with labels from 1024 pixels on; on a phone, a bar at the bottom. */
export function Navigation({ account, onFind }: { account: SignedIn; onFind: () => void }) {
  const { t } = useLingui();
  const narrow = useNarrow();
  const places = useNavigationEntries();
  const under = places.filter((place) => !isInBar(place)).map(({ to }) => String(to));
  const shown: NavigationEntry[] = narrow
    ? [...places.filter(isInBar), { to: '/more', besides: under, label: t`More`, icon: Ellipsis }]
    : places;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isCurrent = ({ to, besides = [] }: NavigationEntry) =>
    [String(to), ...besides].some((begin) => path === begin || path.startsWith(`${begin}/`));
  return (
    <>
      <nav aria-label={t`Main`} className={styles.nav}>
        <ul>
          {shown.map((place) => {
            const { to, label, icon: Icon } = place;
            // If a page has no entry, the entry that leads to the page is marked as current.
            const current = isCurrent(place) ? 'page' : undefined;
            return (
              <li key={to}>
                <Link
                  to={to}
                  className={styles.link}
                  title={label}
                  aria-current={current}
                  activeProps={{ 'aria-current': current }}
                >
                  <Icon aria-hidden="true" />
                  <span>{label}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {!narrow && (
        <button
          type="button"
          className={styles.link}
          title={t`Find (Ctrl+K)`}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={onFind}
        >
          <Search aria-hidden="true" />
          <span>{t`Find`}</span>
        </button>
      )}
      {!narrow && (
        <div className={styles.account}>
          <Disclosure
            side="rail"
            label={
              <>
                <UserRound aria-hidden="true" />
                <span className={styles.who}>{account.name || account.email}</span>
              </>
            }
          >
            <AccountPanel account={account} />
          </Disclosure>
        </div>
      )}
    </>
  );
}

/** The signed-in user, and a button to sign out. */
export function AccountPanel({ account }: { account: SignedIn }) {
  return (
    <div className={styles.panel}>
      <p translate="no">
        <strong>{account.name}</strong>
        <br />
        {account.email}
      </p>
      <SignOut />
    </div>
  );
}
