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

/** Says that something worked: to be read, and read aloud, for a few seconds. Nothing that must be acted on. */
export function announce(text: string): void {
  clearTimeout(timer);
  // The same words a second time would not be read aloud, were they not taken away in between.
  set('');
  timer = window.setTimeout(() => {
    set(text);
    timer = window.setTimeout(() => set(''), SHOWN_MS);
  }, 50);
}

/** The one place of the page where such words appear. */
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
