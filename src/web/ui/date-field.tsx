import { useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { Field, type FieldProps } from './fields.js';
import { partialDate } from './values.js';
import styles from './date-field.module.css';

/** A day as far as it is known, in one text field; how it was understood stands below. Read it by `partialDate(entered(…))`. */
export function DateField({ defaultValue = '', ...field }: FieldProps & { defaultValue?: string }) {
  const [text, setText] = useState(defaultValue);
  const format = useFormat();
  const understood = /^\d{4}(-\d\d){0,2}$/.test(partialDate(text)) ? partialDate(text) : null;
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
            {understood && understood !== text ? format.date(understood) : ''}
          </output>
        </>
      )}
    </Field>
  );
}
