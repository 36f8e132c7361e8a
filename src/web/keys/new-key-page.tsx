import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { asProblem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { SelectField, TextAreaField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Page, Panel } from '../ui/page.js';
import { IssuedKey } from './issued-key.js';
import { useKeyCreation } from './making.js';
import { PermissionMatrix, TemplateCards } from './permission-matrix.js';
import { usePermissionWords } from './permission-words.js';
import { TEMPLATES, type Permissions } from './permissions.js';
import { allowanceQuery } from './queries.js';
import styles from './keys.module.css';

const CREATE = graphql(`
  mutation CreateKey($input: NewApiKeyInput!) {
    createApiKey(input: $input) {
      key
    }
  }
`);

const DAYS = ['7', '30', '90', '365'] as const;
const DAY = 24 * 60 * 60 * 1000;

export default function NewKeyPage() {
  const { t } = useLingui();
  const [raw, setRaw] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <Page title={t`New API key`} width="narrow" back={<Link to="/keys">{t`API keys`}</Link>}>
      {raw === null ? (
        <NewKey onIssued={setRaw} />
      ) : (
        <IssuedKey raw={raw} onDone={() => void navigate({ to: '/keys' })} />
      )}
    </Page>
  );
}

function NewKey({ onIssued }: { onIssued: (raw: string) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = usePermissionWords();
  const createKey = useKeyCreation();
  const [permissions, setPermissions] = useState<Permissions>(TEMPLATES.readOnly);
  const [days, setDays] = useState('90');
  const { data: allowance } = useQuery(allowanceQuery);
  const until = days === '' ? null : format.date(new Date(Date.now() + Number(days) * DAY).toISOString().slice(0, 10));

  return (
    <Panel>
      {allowance && <Limits {...allowance} />}
      <Form
        submit={<Trans>Create key</Trans>}
        beside={
          <ButtonLink to="/keys">
            <Trans>Cancel</Trans>
          </ButtonLink>
        }
        onSubmit={async (values) => {
          const lines = enteredLines(String(values.get('ipAllowlist') ?? ''));
          const ipAllowlist = lines.map(({ text }) => text);
          const input = {
            name: String(values.get('name') ?? ''),
            permissions,
            expiresInDays: days === '' ? null : Number(days),
            ipAllowlist,
          };
          const { createApiKey } = await createKey(() => ask(CREATE, { input })).catch((error: unknown) => {
            throw asProblem(error).withMessages((fault) => {
              // The server reports the index of the wrong address; the message shows its line.
              const at = lines[Number(/^input\.ipAllowlist\.(\d+)$/.exec(fault.path)?.[1])];
              if (!at) return fault;
              const { line, text } = at;
              const { path, message } = fault;
              return { path, message: t`line ${line}, "${text}", ${message}` };
            });
          });
          onIssued(createApiKey.key);
          void refresh();
        }}
      >
        <TextField
          name="name"
          label={t`Name`}
          hint={t`What the key is for, such as "Scale at the station".`}
          maxLength={100}
          autoComplete="off"
        />
        <TemplateCards permissions={permissions} onChange={setPermissions} />
        <PermissionMatrix permissions={permissions} onChange={setPermissions} />
        <SelectField
          name="expiresInDays"
          label={t`Expires`}
          hint={until === null ? t`The key works until you revoke it.` : t`The key works until ${until}.`}
          value={days}
          onChange={setDays}
          options={[...DAYS.map((value) => ({ value, label: t`in ${value} days` })), { value: '', label: t`never` }]}
        />
        <TextAreaField
          name="ipAllowlist"
          label={t`Addresses`}
          optional
          hint={t`The key works only from these addresses. Enter one address or subnet per line, such as 203.0.113.7 or 2001:db8::/32. Leave the field empty to allow all addresses.`}
          spellCheck={false}
          autoComplete="off"
        />
        <p className={styles.closing} role="status">
          {words(permissions)}
        </p>
      </Form>
    </Panel>
  );
}

/** Returns the lines that are not empty, with their numbers. */
const enteredLines = (text: string): { line: number; text: string }[] =>
  text
    .split('\n')
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => each.text !== '');

/** Explains why no key can be created now, before the user fills in the form. */
function Limits({
  keys,
  keyLimit,
  creationLimit,
  retryAfter,
}: {
  keys: number;
  keyLimit: number;
  creationLimit: number;
  retryAfter: number;
}) {
  const minutes = Math.ceil(retryAfter / 60);
  if (keys >= keyLimit) {
    return (
      <p className={styles.closing}>
        <Trans>
          You have {keys} keys, the maximum for an account. <Link to="/keys">Revoke one</Link> first.
        </Trans>
      </p>
    );
  }
  if (retryAfter === 0) return null;
  return (
    <p className={styles.closing}>
      <Trans>
        You have created {creationLimit} keys in the last hour, the limit for an account. You can create the next one in{' '}
        {minutes} minutes.
      </Trans>
    </p>
  );
}
