import { Trans } from '@lingui/react/macro';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useField } from './form.js';
import styles from './fields.module.css';

export interface FieldProps {
  /** The member of the input that it fills: the server's errors find it by this name. */
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

interface ControlProps {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint, error, then whatever control the caller draws with the given attributes. */
export function Field({
  name,
  label,
  hint,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { id, error } = useField(name, label);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field} data-error={error ? true : undefined}>
      <label htmlFor={id}>
        {label} {optional && <Optional />}
      </label>
      <Notes id={id} hint={hint} error={error} />
      {children({ id, name, 'aria-describedby': told, 'aria-invalid': error ? true : undefined })}
    </div>
  );
}

const Optional = () => (
  <span className={styles.optional}>
    <Trans>(optional)</Trans>
  </span>
);

function Notes({ id, hint, error }: { id: string; hint?: ReactNode; error: string | null }) {
  return (
    <>
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}

type Given<Attributes> = Omit<Attributes, keyof FieldProps | keyof ControlProps>;

export function TextField({
  name,
  label,
  hint,
  optional,
  ...input
}: FieldProps & Given<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ name, label, hint, optional }}>{(control) => <input type="text" {...input} {...control} />}</Field>
  );
}

export function TextAreaField({
  name,
  label,
  hint,
  optional,
  ...area
}: FieldProps & Given<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ name, label, hint, optional }}>{(control) => <textarea rows={4} {...area} {...control} />}</Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
}

export function SelectField({ name, label, hint, optional, options, onChange, ...select }: SelectFieldProps) {
  return (
    <Field {...{ name, label, hint, optional }}>
      {(control) => (
        <select {...select} {...control} onChange={onChange && ((event) => onChange(event.target.value))}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One of a few, all in view. */
export function RadioField({ name, label, hint, optional, options, onChange, value, defaultValue }: SelectFieldProps) {
  const { id, error } = useField(name, label);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={styles.field} aria-describedby={told} data-error={error ? true : undefined}>
      <legend>
        {label} {optional && <Optional />}
      </legend>
      <Notes id={id} hint={hint} error={error} />
      <div className={styles.choices}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={onChange && (() => onChange(option.value))}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function CheckField({
  name,
  label,
  hint,
  ...input
}: Omit<FieldProps, 'optional'> & Given<InputHTMLAttributes<HTMLInputElement>>) {
  const { id, error } = useField(name, label);
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field} data-error={error ? true : undefined}>
      <label className={styles.choice}>
        <input type="checkbox" {...input} id={id} name={name} aria-describedby={told} />
        {label}
      </label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}
