import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { isUnderWay } from './under-way.js';
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
  /** Called on Escape, unless an action is running; if absent, the dialog stays until it is answered. */
  onClose?: () => void;
  /** Wider than others where the window allows, for a table. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog: the rest is inert, Escape closes it, and the focus returns. Its first element gets the focus;
 * for a question, that is the safe answer (`autoFocus` on Cancel).
 */
export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // The contents are only rendered while it is open, because elements of a closed dialog cannot get the focus.
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
    if (!isUnderWay(element)) onClose?.();
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      aria-labelledby={heading}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // Browsers close a dialog at the second Escape in a row even if a handler prevents it; so the key is handled here.
        event.preventDefault();
        // An open list closes before its dialog.
        if (event.target instanceof Element && event.target.matches('[role=combobox][aria-expanded=true]')) return;
        event.stopPropagation();
        close(event.currentTarget);
      }}
      onCancel={(event) => {
        event.preventDefault();
        close(event.currentTarget);
      }}
      onClickCapture={(event) => {
        // Cancel also waits for a running action.
        if (isUnderWay(event.currentTarget) && event.target instanceof Element && event.target.closest('button'))
          event.stopPropagation();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {open && children}
    </dialog>
  );
}

/** The buttons of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
