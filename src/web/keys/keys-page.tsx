import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { chainsOf, isReplaced, isRevoked, isUsable, type KeyChain } from './chains.js';
import { KeyExpiry, KeyLastUse, KeyStatus } from './key-status.js';
import { KeySwitch } from './key-switch.js';
import { usePermissionWords } from './permission-words.js';
import { allowanceQuery, keysQuery, type Key } from './queries.js';
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
          With a key, a program such as a script, a scale or an app of your association reads and writes your data
          without your password. Each key has its own permissions and can be revoked separately.
        </Trans>{' '}
        {allowance && keys.data && <Count {...allowance} replaced={keys.data.filter(isReplaced).length} />}
      </p>
      <Loaded query={keys}>
        {(found) => {
          const chains = chainsOf(found);
          const isEnded = ({ newest, older }: KeyChain) => [newest, ...older].every(isRevoked);
          const ended = chains.filter(isEnded);
          const active = chains.filter((chain) => !isEnded(chain));
          return (
            <>
              {active.length === 0 ? (
                <Empty action={create}>
                  <Trans>No program has a key to your data.</Trans>
                </Empty>
              ) : (
                <KeyList chains={active} label={t`Keys`} />
              )}
              {ended.length > 0 && (
                <RevokedKeys count={ended.reduce((sum, { older }) => sum + 1 + older.length, 0)}>
                  <KeyList chains={ended} label={t`Revoked keys`} />
                </RevokedKeys>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The number of keys. Replaced keys that still work do not count towards the limit. */
function Count({ keys, keyLimit, replaced }: { keys: number; keyLimit: number; replaced: number }) {
  return (
    <strong>
      {replaced === 0 ? (
        <Trans>
          {keys} of {keyLimit} keys
        </Trans>
      ) : (
        <Plural
          value={replaced}
          one={`${keys} of ${keyLimit} keys, and # replaced key that still works`}
          other={`${keys} of ${keyLimit} keys, and # replaced keys that still work`}
        />
      )}
    </strong>
  );
}

function RevokedKeys({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className={styles.revoked}>
      <summary>
        <Plural value={count} one="# revoked key" other="# revoked keys" />
      </summary>
      {children}
    </details>
  );
}

function KeyList({ chains, label }: { chains: readonly KeyChain[]; label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {chains.map((chain) => (
        <li key={chain.newest.id}>
          <Chain {...chain} />
        </li>
      ))}
    </ul>
  );
}

/** A key with the keys that it replaced; revoked keys are collapsed. */
function Chain({ newest, older }: KeyChain) {
  const { t } = useLingui();
  const words = usePermissionWords();
  const { name } = newest;
  const shown = isRevoked(newest) && older.every(isRevoked) ? [] : older.filter((key) => !isRevoked(key));
  const folded = older.filter((key) => !shown.includes(key));
  return (
    <>
      <KeyEntry apiKey={newest} heading>
        <p className={styles.words}>{words(newest.permissions)}</p>
      </KeyEntry>
      {older.length > 0 && (
        <div className={styles.older}>
          {shown.length > 0 && <OlderKeys keys={shown} label={t`Keys that ${name} replaced`} />}
          {folded.length > 0 && (
            <details className={styles.revoked}>
              <summary>
                <Plural value={folded.length} one="replaces # revoked key" other="replaces # revoked keys" />
              </summary>
              <OlderKeys keys={folded} label={t`Revoked keys that ${name} replaced`} />
            </details>
          )}
        </div>
      )}
    </>
  );
}

function OlderKeys({ keys, label }: { keys: readonly Key[]; label: string }) {
  return (
    <ul aria-label={label}>
      {keys.map((key) => (
        <li key={key.id}>
          <KeyEntry apiKey={key} />
        </li>
      ))}
    </ul>
  );
}

function KeyEntry({ apiKey, heading, children }: { apiKey: Key; heading?: boolean; children?: ReactNode }) {
  const link = (
    <Link to="/keys/$id" params={{ id: apiKey.id }} translate="no">
      {apiKey.name}
    </Link>
  );
  return (
    <div className={styles.entry}>
      <div className={styles.who}>
        {heading ? <h2>{link}</h2> : link}
        <code>{apiKey.keyPrefix}</code>
      </div>
      {children}
      <p className={styles.facts}>
        <KeyStatus {...apiKey} />
        <span>
          <KeyLastUse {...apiKey} />
        </span>
        <span>
          <KeyExpiry {...apiKey} />
        </span>
      </p>
      {isUsable(apiKey) && <KeySwitch apiKey={apiKey} />}
    </div>
  );
}
