import { useEffect, type RefObject } from 'react';

/** Whether in this part is a button whose work goes on: nothing takes that back, so that it is waited for. */
export const isUnderWay = (part: Element): boolean => part.querySelector('[data-busy]') !== null;

/** What moves the focus or copies changes nothing; nor does any key in a field that is only read, unless it has a list. */
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
 * Holds fields still while what stands in them is being sent: what one wrote in them meanwhile would be lost with the
 * form. They keep the focus, which `disabled` takes away; against the pointer goes the style sheet.
 */
export function useHeldStill(fields: RefObject<HTMLElement | null>, held: boolean): void {
  useEffect(() => {
    if (!held) return;
    const part = fields.current!;
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
