import { Trans, useLingui } from '@lingui/react/macro';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { useNotes } from '../ui/fields.js';
import { enteredNumber } from '../ui/values.js';
import type { Published, Run } from './runs.js';
import { PARTS, useUnitSquared } from './variance-words.js';
import styles from './variances.module.css';

interface OwnVariancesProps {
  published: readonly Published[];
  /** The run with the initial values; null for the published values. */
  earlier: Run | null;
  traits: readonly Trait[];
}

/** Returns the name of a field, which is also the path of its errors. */
const nameOf = (trait: Trait, part: string) => `parameters.${trait}.${part}`;

/**
 * Returns the entered variances. Omits traits without entered variances. For these traits, the run uses the published
 * variances.
 */
export function variancesIn(values: FormData, traits: readonly Trait[]): Record<string, Record<string, number | null>> {
  const entered = traits.map((trait) => {
    const parts = PARTS.map(({ part }) => [part, enteredNumber(values, nameOf(trait, part))] as const);
    return [trait, parts.some(([, value]) => value !== null) ? Object.fromEntries(parts) : null] as const;
  });
  return Object.fromEntries(entered.flatMap(([trait, parts]) => (parts ? [[trait, parts]] : [])));
}

export function OwnVariances({ published, earlier, traits }: OwnVariancesProps) {
  const { t, i18n } = useLingui();
  const squared = useUnitSquared();
  const startOf = (trait: Trait) =>
    earlier?.traitReports.find((each) => each.trait === trait)?.parameters ??
    published.find((each) => each.trait === trait);
  return (
    <div className={styles.part}>
      <p className={styles.hint}>
        {earlier ? (
          <Trans>
            The fields start with the variances of the earlier run; traits without such variances start with the
            published ones. Published variances are also used for traits left empty.
          </Trans>
        ) : (
          <Trans>The fields start with the published variances, which are also used for traits left empty.</Trans>
        )}
      </p>
      {TRAITS.map((trait) => {
        const name = i18n._(TRAIT_NAMES[trait]);
        const unit = squared(trait);
        return (
          <fieldset key={trait} className={styles.trait} hidden={!traits.includes(trait)}>
            <legend>{t`${name}, in ${unit}`}</legend>
            {PARTS.map(({ part, label }) => (
              <Variance
                key={part}
                name={nameOf(trait, part)}
                trait={name}
                label={i18n._(label)}
                start={startOf(trait)?.[part]}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface VarianceProps {
  name: string;
  trait: string;
  label: string;
  start: number | undefined;
}

function Variance({ name, trait, label, start }: VarianceProps) {
  const { id, describedBy, wrong, notes } = useNotes(name, `${trait}, ${label}`);
  return (
    <div className={styles.variance} data-error={wrong}>
      <label htmlFor={id}>{label}</label>
      {notes}
      <input
        type="text"
        id={id}
        name={name}
        autoComplete="off"
        defaultValue={start ?? ''}
        aria-describedby={describedBy}
        aria-invalid={wrong}
      />
    </div>
  );
}
