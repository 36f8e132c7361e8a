import { useLingui } from '@lingui/react/macro';
import { RadioField } from '../ui/fields.js';

interface EntityChoiceProps {
  of: 'worker' | undefined;
  onChange: (of: 'worker' | undefined) => void;
}

/** Whose values: each queen has her own and those of her workers. */
export function EntityChoice({ of = undefined, onChange }: EntityChoiceProps) {
  const { t } = useLingui();
  return (
    <RadioField
      name="of"
      label={t`Values of`}
      hint={
        of === 'worker'
          ? t`What is to be expected of her workers, half of them hers and half of her mates. Her daughters are expected to be the same.`
          : t`What the queen herself passes on, whoever she mated with. By these, mothers of the next queens are chosen.`
      }
      value={of ?? 'queen'}
      options={[
        { value: 'queen', label: t`the queen herself` },
        { value: 'worker', label: t`her workers` },
      ]}
      onChange={(value) => onChange(value === 'worker' ? 'worker' : undefined)}
    />
  );
}
