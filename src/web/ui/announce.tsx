import { useSyncExternalStore } from 'react';
import styles from './announce.module.css';

const SHOWN_MS = 6000;
let message = '';
let timer = 0;
const listeners = new Set<() => void>();

function set(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

/**
 * Shows a message for a few seconds, also for screen readers. Messages to which users must react need another element.
 */
export function announce(text: string): void {
  clearTimeout(timer);
  // Screen readers announce the same text again only if it was removed before.
  set('');
  timer = window.setTimeout(() => {
    set(text);
    timer = window.setTimeout(() => set(''), SHOWN_MS);
  }, 50);
}

export function Announcements() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div role="status" className={styles.status}>
      {text && <p>{text}</p>}
    </div>
  );
}
