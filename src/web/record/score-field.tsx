import { useLingui } from '@lingui/react/macro';
import { Eraser } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { useNotes } from '../ui/fields.js';
import { entered, NOTHING } from './entries.js';
import { SCORE_ENDS, type Score } from './entry-words.js';
import fields from '../ui/fields.module.css';
import styles from './score-field.module.css';

const STEPS = [1, 1.5, 2, 2.5, 3, 3.5, 4];

interface ScoreFieldProps {
  name: Score;
  /** The score as entered: `2`, `2.5`, `2,5`; empty for no score. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * Returns the score after a key: 1 to 4 set the score, 5 adds 0.5 to a whole score below 4, Delete and Backspace clear
 * the score. Returns null for other keys.
 */
function scoreByKey(key: string, score: number | null): string | null {
  if (/^[1-4]$/.test(key)) return key;
  if (key === '5' && score !== null && Number.isInteger(score) && score < 4) return String(score + 0.5);
  return key === 'Delete' || key === 'Backspace' ? '' : null;
}

/** A field for a score: seven large buttons, with descriptions of the lowest and the highest score. */
export function ScoreField({ name, value, onChange }: ScoreFieldProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const label = i18n._(TRAIT_NAMES[name]);
  const { id, describedBy, wrong, notes } = useNotes(name, label);
  const group = useRef<HTMLFieldSetElement>(null);
  const score = entered({ ...NOTHING, [name]: value }, name) as number | null;
  const focus = (which: string) => group.current?.querySelector<HTMLInputElement>(`input[value="${which}"]`)?.focus();

  function onKeyDown(event: KeyboardEvent): void {
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : scoreByKey(event.key, score);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
    focus(next || '1');
  }

  return (
    // The keys work while any button of the field has the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={group}
      className={fields.field}
      data-error={wrong}
      aria-describedby={[`${id}-ends`, describedBy].filter(Boolean).join(' ')}
      onKeyDown={onKeyDown}
    >
      <legend>{label}</legend>
      {notes}
      <div className={styles.steps}>
        {STEPS.map((step, index) => (
          <label key={step} className={styles.step}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={step}
              checked={score === step}
              onChange={() => onChange(String(step))}
            />
            <span>{format.number(step, step % 1 === 0 ? 0 : 1)}</span>
          </label>
        ))}
        {score !== null && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t`Clear: ${label}`}
            onClick={() => {
              onChange('');
              focus('1');
            }}
          >
            <Eraser aria-hidden="true" />
          </button>
        )}
      </div>
      <p id={`${id}-ends`} className={styles.ends}>
        <span>{i18n._(SCORE_ENDS[name].worst)}</span>
        <span>{i18n._(SCORE_ENDS[name].best)}</span>
      </p>
    </fieldset>
  );
}
