import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../data/graphql.js';
import type { SignedIn } from '../data/of-account.js';
import { sessionQuery } from '../data/session.js';
import { announce } from '../ui/announce.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { UPDATE_ACCOUNT } from './update-account.js';

export function ProfileForm({ account }: { account: SignedIn }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <Form
      kind="plain"
      submit={<Trans>Save name</Trans>}
      onSubmit={async (values) => {
        const { updateAccount } = await ask(UPDATE_ACCOUNT, { input: { name: String(values.get('name') ?? '') } });
        const { name } = updateAccount;
        client.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, name });
        announce(t`Your name is saved.`);
      }}
    >
      <p>
        <Trans>
          You are signed in as <strong translate="no">{account.email}</strong>.
        </Trans>
      </p>
      <TextField name="name" label={t`Name`} defaultValue={account.name} autoComplete="name" />
    </Form>
  );
}
