import { useSyncExternalStore } from 'react';

const changes = new EventTarget();
let isResponding = true;

/**
 * Records whether the server responds. While it does not respond, the page shows data that are stored on the device.
 */
export function setServerResponding(now: boolean): void {
  if (now === isResponding) return;
  isResponding = now;
  changes.dispatchEvent(new Event('changed'));
}

/** Records that the server responded, unless the status is an error of the server or of a proxy. */
export function noteResponse({ status }: Response): void {
  if (status < 500) setServerResponding(true);
}

/** Whether the browser is online and the server responds. */
export const isServerResponding = (): boolean => isResponding && navigator.onLine;

function subscribe(changed: () => void): () => void {
  changes.addEventListener('changed', changed);
  for (const event of ['online', 'offline']) addEventListener(event, changed);
  return () => {
    changes.removeEventListener('changed', changed);
    for (const event of ['online', 'offline']) removeEventListener(event, changed);
  };
}

/** The state of the connection: `offline` without a network, `silent` if the server does not respond. */
export const useConnection = (): 'offline' | 'silent' | 'good' =>
  useSyncExternalStore(subscribe, () => (!navigator.onLine ? 'offline' : isResponding ? 'good' : 'silent'));
