import { useRef, type FocusEvent } from 'react';

type Values = Map<string, string>;

function valuesOf(form: HTMLFormElement): Values {
  const values = new FormData(form);
  const names = [...form.elements].map((field) => field.getAttribute('name') ?? '').filter(Boolean);
  return new Map(names.map((name) => [name, JSON.stringify(values.getAll(name))]));
}

/**
 * Detects changes in a form. `watch` is the form's `onFocusCapture`: it records the initial value of each field,
 * because a field gets the focus before it changes. Fields that load late are included.
 */
export function useUnsaved(): { watch: (event: FocusEvent) => void; unsaved: () => boolean; saved: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef<Values>(new Map());
  const done = useRef(false);
  return {
    watch({ target }) {
      form.current = target.closest('form');
      if (form.current) initial.current = new Map([...valuesOf(form.current), ...initial.current]);
    },
    unsaved() {
      if (done.current || !form.current) return false;
      const now = valuesOf(form.current);
      return [...initial.current].some(([name, value]) => now.get(name) !== value);
    },
    saved() {
      done.current = true;
    },
  };
}
