import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { sessionQuery } from '../data/session.js';
import { Page, Panel } from '../ui/page.js';
import { isInBar, useNavigationEntries, AccountPanel } from './navigation.js';
import styles from './more-page.module.css';

/** The page "More" on a phone: the pages that are not in the navigation bar, and the account. */
export default function MorePage() {
  const { t } = useLingui();
  const others = useNavigationEntries().filter((place) => !isInBar(place));
  const { data: account } = useQuery(sessionQuery);
  return (
    <Page title={t`More`} width="narrow">
      <ul className={styles.list}>
        {others.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon aria-hidden="true" />
              <span>{label}</span>
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {account && (
        <Panel>
          <AccountPanel account={account} />
        </Panel>
      )}
    </Page>
  );
}
