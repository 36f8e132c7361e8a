import { useCallback, useEffect } from 'react';
import { countDrafts } from './drafts.js';

/**
 * Sends the waiting drafts (input that is not saved on the server) as soon as there is a network, on any page.
 * @returns a function that sends the drafts at once, for example after a new sign-in
 */
export function useSendLater(account: string): () => void {
  const send = useCallback(async () => {
    if ((await countDrafts(account)) === 0) return;
    // Ignores a failure: without a network, the code may not load. The next call tries again.
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
