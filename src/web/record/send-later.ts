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
    // If drafts are being sent, the first call waits for this attempt. The attempt may fail, because it may have started
    // without a network. The second call sends the drafts that are left.
    const sendAgain = () => void send().then(send);
    void send();
    addEventListener('online', sendAgain);
    return () => removeEventListener('online', sendAgain);
  }, [send]);
  return () => void send();
}
