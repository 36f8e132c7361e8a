import { useLingui } from '@lingui/react/macro';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { useNotes } from '../ui/fields.js';
import fields from '../ui/fields.module.css';
import styles from './traits-field.module.css';

interface TraitsFieldProps {
  chosen: readonly Trait[];
  onChange: (chosen: readonly Trait[]) => void;
}

export function TraitsField({ chosen, onChange }: TraitsFieldProps) {
  const { t, i18n } = useLingui();
  const label = t`Traits`;
  const hint = t`A trait without evaluations gets no values; the report says so.`;
  const { id, describedBy, wrong, notes } = useNotes('traits', label, hint);
  return (
    <fieldset className={fields.field} aria-describedby={describedBy} data-error={wrong}>
      <legend>{label}</legend>
      {notes}
      <div className={styles.choices}>
        {TRAITS.map((trait, index) => (
          <label key={trait} className={fields.choice}>
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              checked={chosen.includes(trait)}
              onChange={(event) =>
                onChange(TRAITS.filter((each) => (each === trait ? event.target.checked : chosen.includes(each))))
              }
            />
            {i18n._(TRAIT_NAMES[trait])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
