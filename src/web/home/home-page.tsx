import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../data/session.js';
import { OutboxBar } from '../record/outbox-bar.js';
import { Started } from '../record/started.js';
import { ButtonLink } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { queenCountQuery } from './home-data.js';
import { ImportsPanel } from './imports-panel.js';
import { RecordPanel } from './record-panel.js';
import { RunPanel } from './run-panel.js';
import { WarningsPanel } from './warnings-panel.js';
import styles from './home.module.css';

/**
 * The first page after sign-in: the tasks and warnings of the user. Each panel loads its own data and links to other
 * pages.
 */
export default function HomePage() {
  const { t } = useLingui();
  const { data: account } = useQuery(sessionQuery);
  const queens = useQuery(queenCountQuery);
  if (!account) return null;
  return (
    <Page title={t`Home`}>
      <OutboxBar account={account.id} />
      <Started account={account.id} />
      <Loaded query={queens} lines={8}>
        {(count) =>
          count === 0 ? (
            <>
              <Empty
                action={
                  <ButtonLink to="/start" kind="primary">
                    <Trans>Start with your queens</Trans>
                  </ButtonLink>
                }
              >
                <Trans>There is no queen in this account yet.</Trans>
              </Empty>
              <ImportsPanel />
            </>
          ) : (
            <div className={styles.panels}>
              <div>
                <RecordPanel />
                <RunPanel />
              </div>
              <div>
                <WarningsPanel />
                <ImportsPanel />
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
