import { useLingui } from '@lingui/react/macro';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { isIn } from '../i18n/traits.js';
import { Field, TextField } from '../ui/fields.js';
import { CellsField } from './cells-field.js';
import { entered, type Entries, type EntryField } from './entries.js';
import { HINTS, SCORE_ENDS } from './entry-words.js';
import { ScoreField } from './score-field.js';
import styles from './entry-fields.module.css';

interface EntryFieldsProps {
  entries: Entries;
  onChange: (field: EntryField, value: string) => void;
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

/** The fields for a colony in a season, in the order of the work at a hive. */
export function EntryFields({ entries, onChange }: EntryFieldsProps) {
  const { t, i18n } = useLingui();
  const at = (field: EntryField) => ({ value: entries[field], onChange: (value: string) => onChange(field, value) });
  const after6h = entered(entries, 'hyg6h');
  return (
    <div className={styles.fields}>
      {keysOf(SCORE_ENDS).map((score) => (
        <ScoreField key={score} name={score} {...at(score)} />
      ))}
      {keysOf(HINTS).map((trait) =>
        isIn('cells', trait) ? (
          <CellsField
            key={trait}
            name={trait}
            least={trait === 'hyg24h' && typeof after6h === 'number' ? after6h : undefined}
            {...at(trait)}
          />
        ) : (
          <TextField
            key={trait}
            name={trait}
            label={i18n._(TRAIT_NAMES[trait])}
            hint={i18n._(HINTS[trait])}
            inputMode="decimal"
            autoComplete="off"
            className={styles.number}
            value={entries[trait]}
            onChange={(event) => onChange(trait, event.target.value)}
          />
        ),
      )}
      <Field name="evaluatedOn" label={t`Day`} optional>
        {(control) => (
          <input
            type="date"
            {...control}
            value={entries.evaluatedOn}
            onChange={(event) => onChange('evaluatedOn', event.target.value)}
          />
        )}
      </Field>
      <TextField
        name="evaluator"
        label={t`Evaluator`}
        optional
        autoComplete="name"
        value={entries.evaluator}
        onChange={(event) => onChange('evaluator', event.target.value)}
      />
    </div>
  );
}
