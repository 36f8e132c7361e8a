import { Trans, useLingui } from '@lingui/react/macro';
import type { Apiary } from '../apiaries/apiary-data.js';
import { useFormat } from '../i18n/format.js';
import { ErrorPanel } from '../ui/states.js';
import { Switch } from '../ui/switch.js';
import { useAvailability, useMark, useOpened, type Availability } from './available.js';
import styles from './offline.module.css';

/** A switch that marks an apiary as available offline, and the share of its data that is on the device. */
export function AvailableOffline({ apiary }: { apiary: Apiary }) {
  const { t } = useLingui();
  useOpened(apiary.id);
  const available = useAvailability(apiary);
  const mark = useMark(apiary.id);
  if (!available) return null;
  return (
    <>
      {mark.isError && <ErrorPanel error={mark.error} />}
      <div className={styles.available}>
        <Switch
          label={t`Available offline`}
          on={available.marked}
          onChange={(marked) => !mark.isPending && mark.mutate(marked)}
        />
        <p>
          <strong>
            <Trans>Available offline</Trans>
          </strong>
          <span>
            <State available={available} />
          </span>
        </p>
      </div>
    </>
  );
}

function State({ available: { marked, present, parts, since } }: { available: Availability }) {
  const format = useFormat();
  if (present < parts) {
    const share = format.percent(present / parts);
    return <Trans>{share} of the seasons, queens and pedigrees of this apiary are on this device.</Trans>;
  }
  const when = format.relative(new Date(since).toISOString());
  return marked ? (
    <Trans>On this device: two seasons, queens, pedigrees of 3 generations. Loaded {when}.</Trans>
  ) : (
    <Trans>
      The data on this device are kept up to date for a month after you last opened the apiary, if it is among the five
      apiaries that you opened last. Loaded {when}.
    </Trans>
  );
}
