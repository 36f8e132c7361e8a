import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { hasRunningAction } from './under-way.js';
import styles from './dialog.module.css';

function ancestorsOf(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let at = element?.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/** Focuses the nearest heading if the button that opened the dialog no longer exists. */
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
  /** Called on Escape, unless an action is running. Without this function, only the buttons can close the dialog. */
  onClose?: () => void;
  /** Whether the dialog is wide enough for a table, if the window allows it. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog. The rest of the page is inert, and Escape closes the dialog. The first element of the dialog
 * gets the focus. Afterwards, the focus returns to the element that had it before. In a question, the safe button has
 * `autoFocus`.
 */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // The contents are only rendered while the dialog is open, because elements of a closed dialog cannot get the focus.
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
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
    const element = dialog.current;
    if (!element || !open || (document.activeElement !== element && element.contains(document.activeElement))) return;
    element.querySelector<HTMLElement>('input, select, textarea, button, a[href]')?.focus();
  }, [open]);
  function close(element: Element): void {
    if (!hasRunningAction(element)) onClose?.();
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      aria-labelledby={heading}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // The key is handled here, because browsers close a dialog at the second Escape, even if a handler of `cancel`
        // prevents the default action.
        event.preventDefault();
        // Escape closes an open list before the dialog.
        if (event.target instanceof Element && event.target.matches('[role=combobox][aria-expanded=true]')) return;
        event.stopPropagation();
        close(event.currentTarget);
      }}
      onCancel={(event) => {
        event.preventDefault();
        close(event.currentTarget);
      }}
      onClickCapture={(event) => {
        // No button works while an action is running, not even Cancel.
        if (hasRunningAction(event.currentTarget) && event.target instanceof Element && event.target.closest('button'))
          event.stopPropagation();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {open && children}
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
