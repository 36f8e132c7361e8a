import { useEffect, type RefObject } from 'react';

/** Whether this part contains a button with a running action, which cannot be cancelled and is waited for. */
export const isUnderWay = (part: Element): boolean => part.querySelector('[data-busy]') !== null;

/** Keys that move the focus or copy change nothing; nor does any key in a read-only field without a list. */
const isHarmless = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  ['Tab', 'Escape'].includes(key) ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.matches('a[href], [readonly]:not([role=combobox])'));

function holdBack(event: KeyboardEvent): void {
  if (isHarmless(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Makes fields read-only while their values are being sent, because later input would be lost with the form. They keep
 * the focus, unlike with `disabled`; the style sheet blocks the pointer.
 */
export function useHeldStill(fields: RefObject<HTMLElement | null>, held: boolean): void {
  useEffect(() => {
    const part = fields.current;
    if (!part || !held) return;
    const written = [
      ...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:read-write, textarea:read-write'),
    ];
    for (const field of written) field.readOnly = true;
    part.addEventListener('keydown', holdBack, true);
    return () => {
      for (const field of written) field.readOnly = false;
      part.removeEventListener('keydown', holdBack, true);
    };
  }, [fields, held]);
}
