import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../data/graphql.js';
import { asProblem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Switch } from '../ui/switch.js';
import { UPDATE_KEY, type Key } from './queries.js';
import styles from './keys.module.css';

/** A switch that enables or disables a key. The change applies to the next request with the key. */
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
    <Switch
      label={t`${name} is switched on`}
      on={on}
      className={styles.switch}
      onChange={() => !change.isPending && change.mutate()}
    />
  );
}
