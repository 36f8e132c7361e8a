import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { Field, type FieldProps } from './fields.js';
import { understoodDate } from './values.js';
import styles from './date-field.module.css';

/**
 * A text field for a date of any precision. Shows the date as the server will store it. Read its value with
 * `partialDate(entered(…))`.
 */
export function DateField({ defaultValue = '', ...field }: FieldProps & { defaultValue?: string }) {
  const [text, setText] = useState(defaultValue);
  const format = useFormat();
  const { t } = useLingui();
  const understood = understoodDate(text);
  const kept = understood === 'missing' ? null : understood?.date;
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            type="text"
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
          <output htmlFor={control.id} className={styles.readBack}>
            {understood === 'missing' && t`There is no such day.`}
            {kept && kept !== text && format.date(kept)}
          </output>
        </>
      )}
    </Field>
  );
}
