import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Field } from '../ui/fields.js';

/** The search starts after this time without a new letter, in milliseconds. */
const PAUSE = 200;

/**
 * Searches while the user types. If the address changes for another reason, such as going back, the field shows the
 * search text of the address.
 */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  /** The texts that were searched, oldest first. The first text is that of the address, the last one is the newest. */
  const sent = useRef([value]);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    if (at < 0 && input.current) input.current.value = value;
    sent.current = at < 0 ? [value] : sent.current.slice(at);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const typed = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (text === sent.current.at(-1)) return;
      sent.current.push(text);
      onSearch(text);
    }, PAUSE);
  };
  return (
    <Field name="search" label={t`Name or number`}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="search"
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => typed(target.value.trim())}
        />
      )}
    </Field>
  );
}
