import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { TRAITS, TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { SelectField } from '../ui/fields.js';
import { useNarrow } from '../ui/media.js';
import { Segments } from '../ui/segments.js';
import { GENERATIONS, type Generations, type PedigreeSearch } from './pedigree-search.js';
import styles from './pedigree.module.css';

interface ControlsProps {
  id: string;
  search: PedigreeSearch;
  generations: Generations;
  as: 'drawing' | 'outline';
}

/**
 * Controls for the subject, the generations, the view and the value of the pedigree. The address contains these
 * choices.
 */
export function PedigreeControls({ id, search, generations, as }: ControlsProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const change = (changed: PedigreeSearch) =>
    void navigate({
      to: '/queens/$id/pedigree',
      params: { id },
      search: { ...search, ...changed },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={styles.controls}>
      <Segments
        label={t`Pedigree of`}
        options={[
          { value: 'queen', label: t`Queen` },
          { value: 'daughters', label: t`Her daughters` },
        ]}
        value={search.of ?? 'queen'}
        onChange={(of) => change({ of: of === 'daughters' ? of : undefined })}
      />
      <Segments
        label={t`Generations`}
        options={GENERATIONS.map((each) => {
          const whole = t`${each} generations`;
          return { value: String(each), label: narrow ? String(each) : whole, aloud: whole };
        })}
        value={String(generations)}
        onChange={(value) => change({ generations: GENERATIONS.find((each) => String(each) === value) })}
      />
      <Segments
        label={t`Shown as`}
        options={[
          { value: 'drawing', label: t`Drawing` },
          { value: 'outline', label: t`List` },
        ]}
        value={as}
        onChange={(value) => change({ as: value })}
      />
      <div className={styles.choice}>
        <SelectField
          name="value"
          label={t`Breeding value`}
          value={search.value ?? ''}
          options={[
            { value: '', label: t`none` },
            ...TRAITS.map((trait) => ({ value: trait, label: i18n._(TRAIT_NAMES[trait]) })),
          ]}
          onChange={(value) => change({ value: value === '' ? undefined : (value as Trait) })}
        />
      </div>
    </div>
  );
}
