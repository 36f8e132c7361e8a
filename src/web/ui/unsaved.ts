import { useRef, type FocusEvent } from 'react';

type Values = Map<string, string>;

/** The values of a form's fields by name. */
function valuesOf(form: HTMLFormElement): Values {
  const values = new FormData(form);
  const names = [...form.elements].map((field) => field.getAttribute('name') ?? '').filter(Boolean);
  return new Map(names.map((name) => [name, JSON.stringify(values.getAll(name))]));
}

/**
 * Detects changes in a form: `watch` is its `onFocusCapture`. A field gets the focus before it is changed, so that its
 * value at that time is the initial one, also of a field that loaded late.
 */
export function useUnsaved(): { watch: (event: FocusEvent) => void; unsaved: () => boolean; saved: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const began = useRef<Values>(new Map());
  const done = useRef(false);
  return {
    watch({ target }) {
      form.current = target.closest('form');
      if (form.current) began.current = new Map([...valuesOf(form.current), ...began.current]);
    },
    unsaved() {
      if (done.current || !form.current) return false;
      const now = valuesOf(form.current);
      return [...began.current].some(([name, value]) => now.get(name) !== value);
    },
    saved() {
      done.current = true;
    },
  };
}
