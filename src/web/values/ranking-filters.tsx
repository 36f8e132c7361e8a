import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useFormat } from '../i18n/format.js';
import { GENERATION_NAMES } from '../i18n/terms.js';
import { FilterFields } from '../queens/filter-fields.js';
import { Button } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import { Field, SelectField } from '../ui/fields.js';
import type { WhichQueens } from '../queens/queens-search.js';
import type { RankingSearch } from './values-search.js';
import styles from './ranking-filters.module.css';

type Filters = WhichQueens & Pick<RankingSearch, 'minReliability'>;

const GENERATIONS = ['F0', 'F1'] as const;

interface RankingFiltersProps {
  search: RankingSearch;
  /** Called with changed filters; undefined removes a filter. */
  onChange: (filters: Partial<Filters>) => void;
}

export const NO_FILTERS: Filters = {
  generation: undefined,
  race: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  minReliability: undefined,
};

export const filtersIn = (search: RankingSearch): number =>
  Object.keys(NO_FILTERS).filter((name) => search[name as keyof Filters] !== undefined).length;

export function RankingFilters({ search, onChange }: RankingFiltersProps) {
  const { t, i18n } = useLingui();
  const { race, status, from, to } = search;
  const count = filtersIn(search);
  const label =
    count === 0 ? <Trans>Filters</Trans> : <Plural value={count} one="# filter is on" other="# filters are on" />;
  return (
    <Disclosure label={label} icon={<SlidersHorizontal aria-hidden="true" />}>
      <div className={styles.filters}>
        <LeastReliability value={search.minReliability} onChange={(minReliability) => onChange({ minReliability })} />
        <SelectField
          name="generation"
          label={t`Generation`}
          value={search.generation ?? ''}
          options={[
            { value: '', label: t`Any` },
            ...GENERATIONS.map((value) => ({ value, label: i18n._(GENERATION_NAMES[value]) })),
          ]}
          onChange={(chosen) => onChange({ generation: GENERATIONS.find((each) => each === chosen) })}
        />
        <FilterFields search={{ race, status, from, to }} onChange={onChange} />
        <Button blocked={count === 0} onClick={() => onChange(NO_FILTERS)}>
          <Trans>Clear the filters</Trans>
        </Button>
      </div>
    </Disclosure>
  );
}

interface LeastReliabilityProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function LeastReliability({ value, onChange }: LeastReliabilityProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Field name="minReliability" label={t`Minimum reliability`} hint={t`r² of every weighted trait, from 0 to 1`}>
      {(control) => (
        <span className={styles.slider}>
          <input
            type="range"
            {...control}
            min="0"
            max="0.95"
            step="0.05"
            value={value ?? 0}
            onChange={(event) => onChange(event.target.valueAsNumber || undefined)}
          />
          <output htmlFor={control.id}>{value === undefined ? t`any` : format.number(value, 2)}</output>
        </span>
      )}
    </Field>
  );
}
