import { useEffect } from 'react';
import { countDrafts } from './drafts.js';

/** Sends drafts of this device from any page, as soon as there is a network. */
export function useSendLater(account: string): void {
  useEffect(() => {
    const send = () => {
      if (countDrafts() === 0) return;
      // Without a network, loading this code can fail; the next attempt loads it again.
      import('./outbox.js').then(({ sendWaiting }) => sendWaiting(account)).catch(() => undefined);
    };
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [account]);
}
