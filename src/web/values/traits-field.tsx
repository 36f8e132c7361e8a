import { Trans, useLingui } from '@lingui/react/macro';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { useField } from '../ui/form.js';
import styles from './traits-field.module.css';

interface TraitsFieldProps {
  chosen: readonly Trait[];
  onChange: (chosen: readonly Trait[]) => void;
}

/** The traits that a run is to work out. */
export function TraitsField({ chosen, onChange }: TraitsFieldProps) {
  const { t, i18n } = useLingui();
  const { id, error } = useField('traits', t`Traits`);
  const told = error ? `${id}-hint ${id}-error` : `${id}-hint`;
  return (
    <fieldset className={styles.field} aria-describedby={told} data-error={error ? true : undefined}>
      <legend>
        <Trans>Traits</Trans>
      </legend>
      <span id={`${id}-hint`} className={styles.hint}>
        <Trans>A trait without evaluations gets no values; the report says so.</Trans>
      </span>
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
      <div className={styles.choices}>
        {TRAITS.map((trait, index) => (
          <label key={trait}>
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
