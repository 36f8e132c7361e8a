import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { isUnderWay } from './under-way.js';
import styles from './dialog.module.css';

function ancestorsOf(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let at = element?.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/** Focuses the heading of the nearest remaining part when the button that opened the dialog is gone. */
function focusHeading(around: readonly Element[]): void {
  for (const part of around) {
    const heading = part.isConnected && part.querySelector<HTMLElement>('h1, h2, h3');
    if (!heading) continue;
    heading.tabIndex = -1;
    heading.focus();
    return;
  }
}

interface DialogProps {
  title: string;
  /** Called on Escape, unless something is under way; where it is absent the dialog stays until it is answered. */
  onClose?: () => void;
  children: ReactNode;
}

/**
 * A dialog above the page, the browser's own: the rest is inert, Escape closes, the focus goes back to where it was.
 * The first thing in it takes the focus; of a question that is the harmless answer (`autoFocus` on Cancel).
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // What is inside is drawn into the open dialog: while it is closed, nothing in it can take the focus.
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = dialog.current!;
    const before = document.activeElement;
    const around = ancestorsOf(before);
    element.showModal();
    setOpen(true);
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else focusHeading(around);
    };
  }, []);
  useEffect(() => {
    const element = dialog.current!;
    if (!open || (document.activeElement !== element && element.contains(document.activeElement))) return;
    element.querySelector<HTMLElement>('input, select, textarea, button, a[href]')?.focus();
  }, [open]);
  function close(): void {
    if (!isUnderWay(dialog.current!)) onClose?.();
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // Browsers let nobody hold back a second Escape in a row: the dialog would be gone, whatever is to be asked first.
        event.preventDefault();
        // An open list closes before its dialog.
        if (event.target instanceof Element && event.target.matches('[role=combobox][aria-expanded=true]')) return;
        event.stopPropagation();
        close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClickCapture={(event) => {
        // Cancel, too, waits for what was confirmed before.
        if (isUnderWay(event.currentTarget) && event.target instanceof Element && event.target.closest('button'))
          event.stopPropagation();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {open && children}
    </dialog>
  );
}

/** The answers at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
