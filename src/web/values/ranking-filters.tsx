import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { GENERATION_NAMES, LIFE_STATUS_NAMES, LIFE_STATUSES } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import { Field, SelectField, TextField } from '../ui/fields.js';
import { partialDate } from '../ui/values.js';
import { rankingSearch, type RankingSearch } from './values-search.js';
import styles from './ranking-filters.module.css';

type Filters = Pick<RankingSearch, 'generation' | 'bornFrom' | 'bornTo' | 'race' | 'status' | 'minReliability'>;

interface RankingFiltersProps {
  search: RankingSearch;
  /** With these in place of those that there were; undefined takes one away. */
  onChange: (filters: Filters) => void;
}

export const NO_FILTERS: Filters = {
  generation: undefined,
  bornFrom: undefined,
  bornTo: undefined,
  race: undefined,
  status: undefined,
  minReliability: undefined,
};

/** How many filters leave something out. */
export const filtersIn = (search: RankingSearch): number =>
  Object.keys(NO_FILTERS).filter((name) => search[name as keyof Filters] !== undefined).length;

/** Who is in the ranking. */
export function RankingFilters({ search, onChange }: RankingFiltersProps) {
  const { t } = useLingui();
  const count = filtersIn(search);
  const label =
    count === 0 ? <Trans>Filters</Trans> : <Plural value={count} one="# filter is on" other="# filters are on" />;
  return (
    <Disclosure label={label} icon={<SlidersHorizontal aria-hidden="true" />}>
      <div className={styles.filters}>
        <LeastReliability value={search.minReliability} onChange={(minReliability) => onChange({ minReliability })} />
        <Choices search={search} onChange={onChange} />
        <Entered
          name="bornFrom"
          label={t`Born from`}
          hint={t`A year or a day, such as 2021 or 12.05.2021`}
          value={search.bornFrom}
          onEnter={(bornFrom) => onChange({ bornFrom: bornFrom && partialDate(bornFrom) })}
        />
        <Entered
          name="bornTo"
          label={t`Born until`}
          value={search.bornTo}
          onEnter={(bornTo) => onChange({ bornTo: bornTo && partialDate(bornTo) })}
        />
        <Entered
          name="race"
          label={t`Race`}
          hint={t`As it was given, such as C`}
          value={search.race}
          onEnter={(race) => onChange({ race })}
        />
        <Button blocked={count === 0} onClick={() => onChange(NO_FILTERS)}>
          <Trans>Clear the filters</Trans>
        </Button>
      </div>
    </Disclosure>
  );
}

function Choices({ search, onChange }: RankingFiltersProps) {
  const { t, i18n } = useLingui();
  const any = { value: '', label: t`all` };
  const named = (names: Record<string, (typeof GENERATION_NAMES)['F0']>, words: readonly string[]) => [
    any,
    ...words.map((value) => ({ value, label: i18n._(names[value]!) })),
  ];
  /** A word that is none takes the filter away, as in an address. */
  const chosen = (name: 'generation' | 'status', value: string) => {
    onChange({ [name]: rankingSearch({ [name]: value })[name] });
  };
  return (
    <>
      <SelectField
        name="generation"
        label={t`Generation`}
        value={search.generation ?? ''}
        options={named(GENERATION_NAMES, ['F0', 'F1'])}
        onChange={(value) => chosen('generation', value)}
      />
      <SelectField
        name="status"
        label={t`Status`}
        value={search.status ?? ''}
        options={named(LIFE_STATUS_NAMES, LIFE_STATUSES)}
        onChange={(value) => chosen('status', value)}
      />
    </>
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
    <Field
      name="minReliability"
      label={t`Reliability of at least`}
      hint={t`r² of every trait that counts, from 0 to 1`}
    >
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

interface EnteredProps {
  name: string;
  label: string;
  hint?: string;
  value: string | undefined;
  onEnter: (value: string | undefined) => void;
}

/** A text that counts once it is written to its end: on Enter, or when the field is left. */
function Entered({ name, label, hint, value = '', onEnter }: EnteredProps) {
  const [written, setWritten] = useState<string | null>(null);
  const done = () => {
    if (written !== null && written.trim() !== value) onEnter(written.trim() || undefined);
    setWritten(null);
  };
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      autoComplete="off"
      value={written ?? value}
      onChange={(event) => setWritten(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}
