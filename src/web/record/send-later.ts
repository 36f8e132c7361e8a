import { useCallback, useEffect } from 'react';
import { countDrafts } from './drafts.js';

/**
 * Sends drafts of this device from any page, as soon as there is a network.
 * @returns a function that sends the drafts now, for example after signing in again
 */
export function useSendLater(account: string): () => void {
  const send = useCallback(async () => {
    if ((await countDrafts(account)) === 0) return;
    // Without network the code of this part may fail to load; the next attempt follows.
    await import('./outbox.js').then(({ sendWaiting }) => sendWaiting(account)).catch(() => undefined);
  }, [account]);
  useEffect(() => {
    const sendNow = () => void send();
    sendNow();
    addEventListener('online', sendNow);
    return () => removeEventListener('online', sendNow);
  }, [send]);
  return () => void send();
}
