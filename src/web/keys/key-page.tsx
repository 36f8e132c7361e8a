import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NotFoundPage } from '../app/failures.js';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { announce } from '../ui/announce.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Page, Panel } from '../ui/page.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import { isUsable, predecessorsOf } from './chains.js';
import { IssuedKey } from './issued-key.js';
import { KeyExpiry, KeyLastUse, KeyStatus } from './key-status.js';
import { KeySwitch } from './key-switch.js';
import { KeyUsage } from './key-usage.js';
import { usePermissionWords } from './permission-words.js';
import { keyQuery, keysQuery, UPDATE_KEY, type Key } from './queries.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';
import styles from './keys.module.css';

export default function KeyPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/keys/$id' });
  const query = useQuery(keyQuery(id));
  const navigate = useNavigate();
  const [successor, setSuccessor] = useState<string | null>(null);
  const back = <Link to="/keys">{t`API keys`}</Link>;
  // If a reload fails, the error must not replace the page, which can contain a new key that is shown only once.
  if (!query.data) {
    return (
      <Page title={t`API key`} back={back} width="narrow">
        {query.isError ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const { key, usage } = query.data;
  if (key === null) return <NotFoundPage />;
  const ended = key.status === 'revoked';
  return (
    <Page title={key.name} back={back} width="narrow">
      {successor !== null && <IssuedKey raw={successor} onDone={() => void navigate({ to: '/keys' })} />}
      <Panel title={t`Details`} actions={isUsable(key) && <KeySwitch apiKey={key} />}>
        <Details apiKey={key} />
      </Panel>
      <Panel title={t`Use in the last 30 days`}>
        <KeyUsage usage={usage} />
      </Panel>
      {!ended && (
        <>
          <Panel title={t`Rename`}>
            <Form
              kind="plain"
              submit={<Trans>Save name</Trans>}
              onSubmit={async (values) => {
                await ask(UPDATE_KEY, { id, input: { name: String(values.get('name')) } });
                await refresh();
                announce(t`The name is saved.`);
              }}
            >
              <TextField name="name" label={t`Name`} defaultValue={key.name} maxLength={100} autoComplete="off" />
            </Form>
          </Panel>
          {key.revokedAt === null && <RotateKey apiKey={key} onIssued={setSuccessor} />}
          <RevokeKey apiKey={key} />
        </>
      )}
    </Page>
  );
}

function Details({ apiKey }: { apiKey: Key }) {
  const { t } = useLingui();
  const words = usePermissionWords();
  const format = useFormat();
  const { keyPrefix, permissions, ipAllowlist, createdAt } = apiKey;
  const { data: keys = [] } = useQuery(keysQuery);
  const [predecessor] = predecessorsOf(apiKey, keys);
  const successor = keys.find(({ predecessorId }) => predecessorId === apiKey.id);
  return (
    <dl className={styles.details}>
      <dt>{t`Key`}</dt>
      <dd>
        <code>{keyPrefix}</code>
      </dd>
      <dt>{t`Status`}</dt>
      <dd>
        <KeyStatus {...apiKey} />
      </dd>
      <dt>{t`Permissions`}</dt>
      <dd>{words(permissions)}</dd>
      <dt>{t`Addresses`}</dt>
      <dd>{ipAllowlist.length === 0 ? t`any` : ipAllowlist.join(', ')}</dd>
      <dt>{t`Created`}</dt>
      <dd>{format.instant(createdAt)}</dd>
      <dt>{t`Expiry`}</dt>
      <dd>
        <KeyExpiry {...apiKey} />
      </dd>
      <dt>{t`Last use`}</dt>
      <dd>
        <KeyLastUse {...apiKey} />
      </dd>
      {predecessor && (
        <>
          <dt>{t`Replaces`}</dt>
          <dd>
            <OtherKey {...predecessor} />
          </dd>
        </>
      )}
      {successor && (
        <>
          <dt>{t`Replaced by`}</dt>
          <dd>
            <OtherKey {...successor} />
          </dd>
        </>
      )}
    </dl>
  );
}

function OtherKey({ id, name, keyPrefix }: Key) {
  return (
    <Link to="/keys/$id" params={{ id }} translate="no">
      {name} <code>{keyPrefix}</code>
    </Link>
  );
}
