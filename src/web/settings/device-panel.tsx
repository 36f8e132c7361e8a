import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bytesOf, MAX_COPIES_BYTES } from '../data/copy-limits.js';
import { copyIndex, deleteCopies, offlineApiaries } from '../data/device.js';
import { queryClient } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { apiariesToLoad, DEVICE } from '../offline/load-ahead.js';
import { apiaryOptions } from '../record/apiary-options.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import styles from './settings.module.css';

/** Shows the data that the device stores for work without a network. */
export function DevicePanel() {
  const { t } = useLingui();
  const format = useFormat();
  const stored = useQuery({
    queryKey: [DEVICE, 'stored'],
    staleTime: 0,
    queryFn: async () => {
      const [index, apiaries] = await Promise.all([copyIndex(), offlineApiaries()]);
      return { index, apiaries: apiariesToLoad(apiaries, Date.now()) };
    },
  });
  const apiaries = useQuery(apiaryOptions);
  const clear = useMutation({
    mutationFn: deleteCopies,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [DEVICE] });
      announce(t`The copies are deleted from this device.`);
    },
  });
  if (!stored.data) return null;
  const { index } = stored.data;
  const size = format.bytes(bytesOf(index));
  const most = format.bytes(MAX_COPIES_BYTES);
  const names = new Map(apiaries.data?.map(({ id, name }) => [id, name]));
  const shown = stored.data.apiaries.filter(({ id }) => names.has(id));
  const count = Object.keys(index).length;
  return (
    <Panel title={t`On this device`}>
      <p>
        <Plural
          value={count}
          one={`One page is stored for offline use. It takes ${size}; at most ${most} can be stored.`}
          other={`# pages are stored for offline use. They take ${size}; at most ${most} can be stored.`}
        />{' '}
        <Trans>Stored pages are deleted when you sign out.</Trans>
      </p>
      {shown.length > 0 && (
        <>
          <h3>
            <Trans>Apiaries available offline</Trans>
          </h3>
          <ul className={styles.links}>
            {shown.map(({ id, marked }) => (
              <li key={id}>
                <Link to="/apiaries/$id" params={{ id }} translate="no">
                  {names.get(id)}
                </Link>{' '}
                {!marked && <Trans>(recently opened)</Trans>}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button busy={clear.isPending} blocked={count === 0} onClick={() => clear.mutate()}>
        <Trans>Delete the copies</Trans>
      </Button>
    </Panel>
  );
}
