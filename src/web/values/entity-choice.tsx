import { useLingui } from '@lingui/react/macro';
import { Segments } from '../ui/segments.js';
import styles from './entity-choice.module.css';

interface EntityChoiceProps {
  of: 'worker' | undefined;
  onChange: (of: 'worker' | undefined) => void;
}

/** A choice between values of the queen herself and values of her workers. */
export function EntityChoice({ of = undefined, onChange }: EntityChoiceProps) {
  const { t } = useLingui();
  return (
    <div className={styles.choice}>
      <span aria-hidden="true" className={styles.label}>{t`Values of`}</span>
      <Segments
        label={t`Values of`}
        value={of ?? 'queen'}
        options={[
          { value: 'queen', label: t`the queen herself` },
          { value: 'worker', label: t`her workers` },
        ]}
        onChange={(value) => onChange(value === 'worker' ? 'worker' : undefined)}
      />
      <p className={styles.hint}>
        {of === 'worker'
          ? t`The expected value of her workers: half from her, half from her mates. Her daughters have the same expected value.`
          : t`What the queen herself passes on, regardless of her mating. Use these values to choose dams of the next queens.`}
      </p>
    </div>
  );
}
