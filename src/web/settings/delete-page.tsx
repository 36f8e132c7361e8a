import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { rest } from '../data/rest.js';
import { clearLoaded } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { clearDevice } from '../record/clear-device.js';
import { AccountDownload } from '../ui/account-download.js';
import { ButtonLink } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Page, Panel } from '../ui/page.js';
import styles from './settings.module.css';

export default function DeletePage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page title={t`Delete the account`} width="narrow" back={<Link to="/settings">{t`Settings`}</Link>}>
      <Panel title={t`Your data`}>
        <p>
          <Trans>A deleted account cannot be recovered. Download a copy of your data first.</Trans>
        </p>
        <AccountDownload href="/api/account/export" icon={<Download aria-hidden="true" />}>
          <Trans>Download everything</Trans>
        </AccountDownload>
      </Panel>
      <Panel title={t`What is deleted`}>
        <ul className={styles.gone}>
          <li>
            <Trans>
              all queens, evaluations, breeding values, apiaries and hives, and the files that were imported
            </Trans>
          </li>
          <li>
            <Trans>all API keys: programs lose access at once</Trans>
          </li>
          <li>
            <Trans>your sessions on all devices, and the account itself</Trans>
          </li>
        </ul>
        <Form
          kind="danger"
          submit={<Trans>Delete everything</Trans>}
          beside={
            <ButtonLink to="/settings">
              <Trans>Cancel</Trans>
            </ButtonLink>
          }
          onSubmit={async (values) => {
            await rest('DELETE', '/api/account', { password: values.get('password') });
            await clearDevice(client);
            // Clears the session before the navigation, because the sign-in page redirects signed-in users.
            client.setQueryData(sessionQuery.queryKey, null);
            await navigate({ to: '/sign-in', replace: true, state: { accountDeleted: true } });
            clearLoaded();
          }}
        >
          <TextField
            name="password"
            type="password"
            label={t`Password`}
            hint={t`To confirm that it is you.`}
            autoComplete="current-password"
          />
        </Form>
      </Panel>
    </Page>
  );
}
