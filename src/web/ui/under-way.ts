import { useEffect, type RefObject } from 'react';

/** Whether an element contains a button with a running action, which cannot be cancelled. */
export const hasRunningAction = (part: Element): boolean => part.querySelector('[data-busy]') !== null;

/**
 * Whether a key does not change input: a key that moves the focus or copies, or any key in a link or a read-only field.
 */
const isHarmless = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  ['Tab', 'Escape'].includes(key) ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.matches('a[href], [readonly]:not([role=combobox])'));

function blockKey(event: KeyboardEvent): void {
  if (isHarmless(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Makes fields read-only while their values are being sent, because later input would be lost. Does not use `disabled`,
 * which would lose the focus. The style sheet blocks the pointer.
 */
export function useReadOnlyWhile(fields: RefObject<HTMLElement | null>, isSending: boolean): void {
  useEffect(() => {
    const part = fields.current;
    if (!part || !isSending) return;
    const written = [
      ...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:read-write, textarea:read-write'),
    ];
    for (const field of written) field.readOnly = true;
    part.addEventListener('keydown', blockKey, true);
    return () => {
      for (const field of written) field.readOnly = false;
      part.removeEventListener('keydown', blockKey, true);
    };
  }, [fields, isSending]);
}
