import { useRef, type FocusEvent } from 'react';

type Values = Map<string, string>;

/** The values of the fields of a form, by name. */
function valuesOf(form: HTMLFormElement): Values {
  const values = new FormData(form);
  const names = [...form.elements].map((field) => field.getAttribute('name') ?? '').filter(Boolean);
  return new Map(names.map((name) => [name, JSON.stringify(values.getAll(name))]));
}

/**
 * Notices whether anything was changed in the form within: `watch` is its `onFocusCapture`. Nobody changes a field before
 * it has the focus, so that what stands in each by then is what it began with, also in one that came late.
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
