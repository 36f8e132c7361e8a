import { Trans } from '@lingui/react/macro';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useField } from './form.js';
import styles from './fields.module.css';

export interface FieldProps {
  /** The path of the field in the input. Errors of the server with this path are shown at the field. */
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

/**
 * Renders the label, hint, error and control of a field. `children` receives the attributes that connect the control to
 * the texts.
 */
export function Field({
  name,
  label,
  hint,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { id, describedBy, wrong, notes } = useNotes(name, label, hint);
  return (
    <div className={styles.field} data-error={wrong}>
      <label htmlFor={id}>
        {label} {optional && <Optional />}
      </label>
      {notes}
      {children({ id, name, 'aria-describedby': describedBy, 'aria-invalid': wrong })}
    </div>
  );
}

export const Optional = () => (
  <span className={styles.optional}>
    <Trans>(optional)</Trans>
  </span>
);

/**
 * Returns the hint and error of a control. The caller renders `notes` between label and control; `describedBy` is the
 * value for `aria-describedby`.
 */
export function useNotes(name: string, label: string, hint?: ReactNode) {
  const { id, error } = useField(name, label);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const notes = (
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
  return { id, describedBy, wrong: error ? (true as const) : undefined, notes };
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
  autoFocus?: boolean;
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

interface RadioFieldProps<Value extends string> extends FieldProps {
  options: readonly { value: Value; label: string }[];
  defaultValue?: NoInfer<Value>;
  value?: NoInfer<Value>;
  onChange?: (value: NoInfer<Value>) => void;
}

export function RadioField<Value extends string>({
  name,
  label,
  hint,
  optional,
  options,
  onChange,
  value,
  defaultValue,
}: RadioFieldProps<Value>) {
  const { id, describedBy, wrong, notes } = useNotes(name, label, hint);
  return (
    <fieldset className={styles.field} aria-describedby={describedBy} data-error={wrong}>
      <legend>
        {label} {optional && <Optional />}
      </legend>
      {notes}
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
  const { id, describedBy, wrong, notes } = useNotes(name, label, hint);
  return (
    <div className={styles.field} data-error={wrong}>
      <label className={styles.choice}>
        <input type="checkbox" {...input} id={id} name={name} aria-describedby={describedBy} />
        {label}
      </label>
      {notes}
    </div>
  );
}
