import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionEnded } from '../data/query-client.js';
import type { SignedIn } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { SignInPanel } from '../sign-in/sign-in-panel.js';
import { SignInAgain } from '../sign-in/sign-in-again.js';
import { ConnectionBar } from '../offline/connection-bar.js';
import { useLoadAhead } from '../offline/use-load-ahead.js';
import { useSendLater } from '../record/send-later.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import { Brand } from './brand.js';
import { Navigation } from './navigation.js';
import { useFinder } from './use-finder.js';
import styles from './shell.module.css';

/** The frame of every page for signed-in users. Other users sign in here and then see the page. */
export function Shell() {
  const { data: account, error, isError, refetch } = useQuery(sessionQuery);
  // Until the session is loaded, it is not known whether the user is signed in. If the network fails after an account
  // was loaded, the user stays signed in.
  if (isError && account === undefined) {
    return (
      <main className={styles.alone}>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (account === undefined) {
    return (
      <main className={styles.alone}>
        <Skeleton />
      </main>
    );
  }
  return account === null ? <SignInPanel /> : <Frame account={account} />;
}

function Frame({ account }: { account: SignedIn }) {
  const [over, setOver] = useState(false);
  const sendNow = useSendLater(account.id);
  useLoadAhead();
  const { openFinder, finder } = useFinder();
  useEffect(() => {
    const ended = () => setOver(true);
    sessionEnded.addEventListener('ended', ended);
    return () => sessionEnded.removeEventListener('ended', ended);
  }, []);
  const goOn = () => {
    setOver(false);
    sendNow();
  };
  return (
    <div className={styles.frame}>
      <a className="skip-link" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <header className={styles.rail}>
        <Link to="/" className={styles.home}>
          <Brand ofRail />
        </Link>
        <Navigation account={account} onFind={openFinder} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionBar />
        <Outlet />
      </main>
      {finder}
      {over && <SignInAgain email={account.email} onSignedIn={goOn} />}
    </div>
  );
}
