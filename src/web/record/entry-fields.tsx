import { useLingui } from '@lingui/react/macro';
import { Field, TextField } from '../ui/fields.js';
import { CellsField } from './cells-field.js';
import { entered, SCORES, type Entries, type EntryField } from './entries.js';
import { ScoreField } from './score-field.js';
import styles from './entry-fields.module.css';

interface EntryFieldsProps {
  entries: Entries;
  onChange: (field: EntryField, value: string) => void;
}

/** The fields for a colony in a season, in the order of the work at a hive. */
export function EntryFields({ entries, onChange }: EntryFieldsProps) {
  const { t } = useLingui();
  const at = (field: EntryField) => ({ value: entries[field], onChange: (value: string) => onChange(field, value) });
  const after6h = entered(entries, 'hyg6h');
  return (
    <div className={styles.fields}>
      {SCORES.map((score) => (
        <ScoreField key={score} name={score} {...at(score)} />
      ))}
      <TextField
        name="honey"
        label={t`Honey`}
        hint={t`Harvest of the season in kg`}
        inputMode="decimal"
        autoComplete="off"
        className={styles.honey}
        value={entries.honey}
        onChange={(event) => onChange('honey', event.target.value)}
      />
      <CellsField name="hyg6h" {...at('hyg6h')} />
      <CellsField name="hyg24h" least={typeof after6h === 'number' ? after6h : undefined} {...at('hyg24h')} />
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
