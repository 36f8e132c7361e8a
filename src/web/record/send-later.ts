import { useEffect } from 'react';
import { countDrafts } from './drafts.js';

/** Sends what was saved on this device and not sent yet, on whichever page one is, as soon as there is network. */
export function useSendLater(account: string): void {
  useEffect(() => {
    const send = () => {
      if (countDrafts() === 0) return;
      // Without network the part that sends may not be there either; the next time comes.
      import('./outbox.js').then(({ sendWaiting }) => sendWaiting(account)).catch(() => undefined);
    };
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [account]);
}
