import { useSyncExternalStore } from 'react';
import styles from './announce.module.css';

const SHOWN_MS = 6000;
let said = '';
let timer = 0;
const listeners = new Set<() => void>();

function set(text: string): void {
  said = text;
  for (const listener of listeners) listener();
}

/**
 * Shows a message of success for a few seconds, also to screen readers. Not intended for messages that need a reaction.
 */
export function announce(text: string): void {
  clearTimeout(timer);
  // Repeated text is only announced if it was removed in between.
  set('');
  timer = window.setTimeout(() => {
    set(text);
    timer = window.setTimeout(() => set(''), SHOWN_MS);
  }, 50);
}

/** The region of the page for such messages. */
export function Announcements() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
  );
  return (
    <div role="status" className={styles.status}>
      {text && <p>{text}</p>}
    </div>
  );
}
