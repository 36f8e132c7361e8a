import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asProblem } from '../data/problem.js';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { ButtonLink } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { KeyExpiry, KeyLastUse, KeyStatus } from './key-status.js';
import { usePermissionWords } from './permission-words.js';
import { allowanceQuery, keysQuery, UPDATE_KEY, type Key } from './queries.js';
import styles from './keys.module.css';

export default function KeysPage() {
  const { t } = useLingui();
  const keys = useQuery(keysQuery);
  const { data: allowance } = useQuery(allowanceQuery);
  const create = (
    <ButtonLink to="/keys/new" kind="primary">
      <Trans>New key</Trans>
    </ButtonLink>
  );
  return (
    <Page title={t`API keys`} actions={create}>
      <p>
        <Trans>
          With a key, a program reads and writes your data without your password: a script, a scale, an app of your
          association. Each key has its own permissions and can be revoked separately.
        </Trans>{' '}
        {allowance && (
          <strong>
            <Trans>
              {allowance.keys} of {allowance.keyLimit} keys
            </Trans>
          </strong>
        )}
      </p>
      <Loaded query={keys}>
        {(found) => {
          const activeKeys = found.filter(({ status }) => status !== 'revoked');
          const revoked = found.filter(({ status }) => status === 'revoked');
          return (
            <>
              {activeKeys.length === 0 ? (
                <Empty action={create}>
                  <Trans>No program has a key to your data.</Trans>
                </Empty>
              ) : (
                <KeyList keys={activeKeys} label={t`Keys`} />
              )}
              {revoked.length > 0 && (
                <details className={styles.revoked}>
                  <summary>
                    <Plural value={revoked.length} one="# revoked key" other="# revoked keys" />
                  </summary>
                  <KeyList keys={revoked} label={t`Revoked keys`} />
                </details>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function KeyList({ keys, label }: { keys: readonly Key[]; label: string }) {
  const words = usePermissionWords();
  return (
    <ul className={styles.list} aria-label={label}>
      {keys.map((key) => (
        <li key={key.id}>
          <div className={styles.who}>
            <h2>
              <Link to="/keys/$id" params={{ id: key.id }} translate="no">
                {key.name}
              </Link>
            </h2>
            <code>{key.keyPrefix}</code>
          </div>
          <p className={styles.words}>{words(key.permissions)}</p>
          <p className={styles.facts}>
            <KeyStatus {...key} />
            <span>
              <KeyLastUse {...key} />
            </span>
            <span>
              <KeyExpiry {...key} />
            </span>
          </p>
          {(key.status === 'enabled' || key.status === 'disabled') && <KeySwitch apiKey={key} />}
        </li>
      ))}
    </ul>
  );
}

/** Switches a key on or off, for the next request of a program. */
export function KeySwitch({ apiKey: { id, name, status } }: { apiKey: Key }) {
  const { t } = useLingui();
  const on = status === 'enabled';
  const change = useMutation({
    mutationFn: () => ask(UPDATE_KEY, { id, input: { status: on ? 'disabled' : 'enabled' } }),
    onSuccess: async () => {
      await refresh();
      announce(on ? t`${name} is switched off.` : t`${name} is switched on.`);
    },
    onError: (error) => announce(asProblem(error).message),
  });
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={t`${name} works`}
      className={styles.switch}
      onClick={() => !change.isPending && change.mutate()}
    >
      <span aria-hidden="true" />
    </button>
  );
}
