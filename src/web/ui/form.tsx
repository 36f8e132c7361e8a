import { Trans, useLingui } from '@lingui/react/macro';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { problemOfSending, type Problem } from '../data/problem.js';
import { handleSessionEnd } from '../data/query-client.js';
import { Button } from './button.js';
import { classes } from './class-names.js';
import { placeErrors, type PlacedError } from './form-errors.js';
import { useReadOnlyWhile } from './under-way.js';
import { useWait } from './wait.js';
import styles from './form.module.css';

interface FormState {
  prefix: string;
  errors: PlacedError[];
  register(name: string, label: string): () => void;
}

const FormContext = createContext<FormState>({ prefix: 'field', errors: [], register: () => () => undefined });

/** Registers a field in its form. Returns the id for its control, and its error. */
export function useField(name: string, label: string): { id: string; error: string | null } {
  const { prefix, errors, register } = useContext(FormContext);
  useEffect(() => register(name, label), [register, name, label]);
  const found = errors.filter(({ field }) => field === name).map(({ message }) => message);
  return { id: `${prefix}${name}`, error: found.length > 0 ? found.join('; ') : null };
}

interface FormProps {
  /** Sends the input. The errors of a thrown `Problem` are shown at their fields, and the input remains. */
  onSubmit: (values: FormData) => Promise<unknown>;
  /** The label of the button; absent if there is nothing to send. */
  submit?: ReactNode;
  /** Elements beside the button, such as Cancel. */
  beside?: ReactNode;
  /** The kind of the button: `plain` if the page has another primary button. */
  kind?: 'primary' | 'plain' | 'danger';
  /** Renders the foot of the form, with the given button. */
  foot?: (submit: ReactNode) => ReactNode;
  /** The problem of an earlier attempt, such as an attempt in the background. */
  refused?: Problem;
  /** Returns content that replaces the message of a problem, for example after a conflict. */
  explain?: (problem: Problem) => ReactNode;
  /** Gives the caller access to the form while the user types. */
  form?: RefObject<HTMLFormElement | null>;
  /** Whether the buttons are always visible, in a long form. */
  sticky?: boolean;
  /** Whether fields can be edited while the input is being sent. The caller must not lose such changes. */
  staysEditable?: boolean;
  children: ReactNode;
}

/**
 * A form that the server validates. The submit button is always enabled. Errors are shown in a summary and at each
 * field.
 */
export function Form({
  onSubmit,
  submit,
  beside,
  kind = 'primary',
  foot,
  refused,
  explain,
  form,
  sticky,
  staysEditable = false,
  children,
}: FormProps) {
  const prefix = useId();
  // The labels are state, because new fields can appear after a rejection, for example for columns to be mapped. The
  // errors must then be assigned to the fields again.
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (refused) setProblem(refused);
  }, [refused]);
  const [busy, setBusy] = useState(false);
  const isReadOnly = busy && !staysEditable;
  const fields = useRef<HTMLDivElement>(null);
  useReadOnlyWhile(fields, isReadOnly);

  const register = useCallback((name: string, label: string) => {
    setLabels((before) => new Map(before).set(name, label));
    return () => setLabels((before) => new Map([...before].filter(([each]) => each !== name)));
  }, []);
  const errors = useMemo(() => placeErrors(problem?.errors ?? [], [...labels.keys()]), [problem, labels]);
  const state = useMemo<FormState>(() => ({ prefix, errors, register }), [prefix, errors, register]);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await onSubmit(new FormData(event.currentTarget));
      setProblem(null);
    } catch (error) {
      handleSessionEnd(error);
      setProblem(problemOfSending(error));
    } finally {
      setBusy(false);
    }
  }

  const button = (
    <Button type="submit" kind={kind} busy={busy}>
      {submit}
    </Button>
  );
  return (
    <FormContext value={state}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {problem && (
          <ErrorSummary problem={problem} errors={errors} labels={labels} prefix={prefix} explain={explain} />
        )}
        <div ref={fields} className={styles.fields} data-held={isReadOnly || undefined}>
          {children}
        </div>
        {foot && foot(button)}
        {!foot && (submit || beside) && (
          <div className={classes(styles.buttons, sticky && styles.sticky)}>
            {submit && button}
            {beside}
          </div>
        )}
      </form>
    </FormContext>
  );
}

interface SummaryProps {
  problem: Problem;
  errors: PlacedError[];
  labels: ReadonlyMap<string, string>;
  prefix: string;
  explain?: (problem: Problem) => ReactNode;
}

/** The summary of all errors at the top of a form, with links to the fields. The summary gets the focus. */
function ErrorSummary({ problem, errors, labels, prefix, explain }: SummaryProps) {
  const { t } = useLingui();
  const summary = useRef<HTMLDivElement>(null);
  const wait = useWait(problem);
  const explained = explain?.(problem);
  const listed = explained ? errors.filter(({ field }) => field !== null) : errors;
  useEffect(() => {
    summary.current?.focus();
    const title = document.title;
    const error = t`Error`;
    if (!title.startsWith(error)) document.title = `${error}: ${title}`;
    return () => {
      document.title = title;
    };
  }, [problem, t]);

  return (
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1}>
      <h2>
        <Trans>There is a problem</Trans>
      </h2>
      {explained ??
        (errors.length === 0 && (
          <p>
            {problem.message} {wait}
          </p>
        ))}
      {listed.length > 0 && (
        <ul>
          {listed.map(({ field, message }, index) => (
            <li key={index}>
              {field === null ? (
                message
              ) : (
                <a
                  href={`#${prefix}${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    const target = document.getElementById(`${prefix}${field}`);
                    // A field in a closed `details` element cannot get the focus.
                    target?.closest('details')?.setAttribute('open', '');
                    target?.focus();
                  }}
                >
                  {labels.get(field)}: {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
