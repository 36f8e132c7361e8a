import { useSyncExternalStore } from 'react';

const changes = new EventTarget();
let answering = true;

/** Records whether the server answered the last request. If not, the page shows data of the device. */
export function setAnswering(now: boolean): void {
  if (now === answering) return;
  answering = now;
  changes.dispatchEvent(new Event('changed'));
}

/** Records that the server answered, unless the status is an error of the server or of a proxy in front of it. */
export function noteAnswer({ status }: Response): void {
  if (status < 500) setAnswering(true);
}

/** Whether the server answered the last request. */
export const isAnswering = (): boolean => answering && navigator.onLine;

function subscribe(changed: () => void): () => void {
  changes.addEventListener('changed', changed);
  for (const event of ['online', 'offline']) addEventListener(event, changed);
  return () => {
    changes.removeEventListener('changed', changed);
    for (const event of ['online', 'offline']) removeEventListener(event, changed);
  };
}

/** The state of the connection: no network, a server that does not answer, or none of these. */
export const useConnection = (): 'offline' | 'silent' | 'good' =>
  useSyncExternalStore(subscribe, () => (!navigator.onLine ? 'offline' : answering ? 'good' : 'silent'));
