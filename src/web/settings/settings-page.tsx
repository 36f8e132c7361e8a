import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { SignOut } from '../app/sign-out.js';
import type { SignedIn } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { AccountDownload } from '../ui/account-download.js';
import { Page, Panel } from '../ui/page.js';
import { Appearance } from './appearance.js';
import { DevicePanel } from './device-panel.js';
import { PasswordForm } from './password-form.js';
import { ProfileForm } from './profile-form.js';
import styles from './settings.module.css';

export default function SettingsPage() {
  const { t } = useLingui();
  const { data: account } = useQuery(sessionQuery);
  return (
    <Page title={t`Settings`} width="narrow">
      {account && <Parts account={account} />}
    </Page>
  );
}

function Parts({ account }: { account: SignedIn }) {
  const { t } = useLingui();
  return (
    <>
      <Panel title={t`Profile`}>
        <ProfileForm account={account} />
      </Panel>
      <Panel title={t`Language and theme`}>
        <Appearance />
      </Panel>
      <Panel title={t`Password`}>
        <PasswordForm email={account.email} />
      </Panel>
      <Panel title={t`Account activity`}>
        <p>
          <Link to="/settings/activity">
            <Trans>Sign-ins, keys, exports and deletions of the last year</Trans>
          </Link>
        </p>
      </Panel>
      <Panel title={t`Complete export`}>
        <p>
          <Trans>
            All your data in one ZIP file: queens with their data as imported, evaluations, breeding values, apiaries
            and hives. The file contains CSV tables and one JSON file, but no passwords and no keys. You can import the
            whole ZIP file into an empty account.
          </Trans>
        </p>
        <AccountDownload href="/api/account/export" icon={<Download aria-hidden="true" />}>
          <Trans>Download everything</Trans>
        </AccountDownload>
      </Panel>
      <DevicePanel />
      <Panel title={t`For programs`}>
        <ul className={styles.links}>
          <li>
            <Link to="/keys">
              <Trans>API keys</Trans>
            </Link>
          </li>
          <li>
            <a href="/graphql">
              <Trans>GraphQL playground, with examples to start from</Trans>
            </a>
          </li>
          <li>
            <a href="/api/docs">
              <Trans>Documentation of the REST interface</Trans>
            </a>
          </li>
          <li>
            <a href="/api/openapi.json">
              <Trans>OpenAPI document of the REST interface</Trans>
            </a>
          </li>
        </ul>
      </Panel>
      <Panel title={t`Sign out`}>
        <p>
          <Trans>Ends the session on this device and deletes entries that are not saved yet.</Trans>
        </p>
        <SignOut />
      </Panel>
      <Panel title={t`Delete the account`}>
        <p>
          <Link to="/settings/delete">
            <Trans>Delete the account and all its data</Trans>
          </Link>
        </p>
      </Panel>
    </>
  );
}
