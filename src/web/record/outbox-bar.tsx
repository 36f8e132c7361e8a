import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { hasWaiting, sendWaiting } from './outbox.js';
import type { Place } from './season-list.js';
import { useUnsaved } from './unsaved.js';
import { useOnline } from './use-online.js';
import styles from './outbox-bar.module.css';

/** Interval of automatic retries while the browser is online, in milliseconds. */
const RETRY_INTERVAL_MS = 30_000;

/**
 * Unsent entries (evaluations and inspections) are reported after this time in milliseconds; without a network, at
 * once.
 */
const REPORT_AFTER_MS = 3000;

/**
 * Reports evaluations and inspections that have not been sent or were rejected. Sends waiting entries while there is a
 * network.
 * @param at the queen on the screen. The screen itself shows the rejections of her entries.
 */
export function OutboxBar({ account, at }: { account: string; at?: Place }) {
  const { t } = useLingui();
  const online = useOnline();
  const { unsaved: own } = useUnsaved(account);
  const waiting = own.filter(({ state }) => state === 'waiting').length;
  const refused = own.filter((draft) => draft.state === 'refused' && draft !== at?.draft && draft !== at?.inspection);
  const some = waiting > 0;
  const late = useLate(some && online) || (some && !online);

  useEffect(() => {
    if (!some || !online) return;
    void sendWaiting(account);
    const timer = setInterval(() => void sendWaiting(account), RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [account, some, online]);

  const sendNow = useMutation({
    mutationFn: () => sendWaiting(account),
    onSuccess: () => {
      announce(
        hasWaiting(account) ? t`Some entries could not be sent. They stay on this device.` : t`Everything is sent.`,
      );
    },
  });

  const [first] = refused;
  if (!late && !first) return null;
  return (
    <div className={styles.bar} role="status">
      {late && (
        <p>
          <Plural value={waiting} one="# entry not sent yet" other="# entries not sent yet" />
          <Button busy={sendNow.isPending} onClick={() => sendNow.mutate()}>
            <Trans>Send now</Trans>
          </Button>
        </p>
      )}
      {first && (
        <p>
          <Plural value={refused.length} one="# entry was rejected" other="# entries were rejected" />
          <Link
            to="/record/$apiaryId/$year"
            params={{ apiaryId: first.colony.apiaryId, year: String(first.colony.year) }}
            search={{ queen: first.colony.queenId }}
          >
            <span>
              <Trans>
                See why: <span translate="no">{first.queen.name}</span>
              </Trans>
            </span>
          </Link>
        </p>
      )}
    </div>
  );
}

/** Whether entries have been waiting for longer than `REPORT_AFTER_MS`. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), REPORT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}
