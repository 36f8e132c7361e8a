import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LIFE_STATUSES, LIFE_STATUS_NAMES, TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { SelectField, type Option } from '../ui/fields.js';
import { termsQuery } from './queen-terms.js';
import { isByValue, OWN_SORT_WORDS, scoreSort, valueSort, type OwnSort, type QueenSortWord } from './queen-order.js';
import type { QueensSearch } from './queens-search.js';

interface FilterProps {
  search: QueensSearch;
  onChange: (to: Partial<QueensSearch>) => void;
}

/** Returns the options of a filter. The chosen word is always an option, even if no queen has it. */
const options = (any: string, words: readonly string[], chosen: string | undefined): Option[] => [
  { value: '', label: any },
  ...[...new Set([...(chosen === undefined ? [] : [chosen]), ...words])].map((word) => ({ value: word, label: word })),
];

export function FilterFields({ search, onChange }: FilterProps) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(termsQuery);
  const years = data?.years.map(String) ?? [];
  const set = (name: 'race' | 'status') => (value: string) => onChange({ [name]: value || undefined });
  const setYear = (name: 'from' | 'to') => (value: string) => onChange({ [name]: Number(value) || undefined });
  return (
    <>
      <SelectField
        name="race"
        label={t`Race`}
        value={search.race ?? ''}
        options={options(t`Any`, data?.races ?? [], search.race)}
        onChange={set('race')}
      />
      <SelectField
        name="status"
        label={t`Status`}
        value={search.status ?? ''}
        options={[
          { value: '', label: t`Any` },
          ...LIFE_STATUSES.map((status) => ({ value: status, label: i18n._(LIFE_STATUS_NAMES[status]) })),
        ]}
        onChange={set('status')}
      />
      <SelectField
        name="from"
        label={t`Born from`}
        value={search.from?.toString() ?? ''}
        options={options(t`Any`, years, search.from?.toString())}
        onChange={setYear('from')}
      />
      <SelectField
        name="to"
        label={t`Born until`}
        value={search.to?.toString() ?? ''}
        options={options(t`Any`, years, search.to?.toString())}
        onChange={setYear('to')}
      />
    </>
  );
}

/** Fields for the order of the list on a phone, which has no headers to click. */
export function SortFields({ search, onChange }: FilterProps) {
  const { t, i18n } = useLingui();
  const names: Record<OwnSort, string> = {
    NAME: t`Name`,
    EXTERNAL_ID: t`Number`,
    DATE_OF_BIRTH: t`Born`,
    RACE: t`Race`,
    STATUS: t`Status`,
    GENERATION: t`Generation`,
    UPDATED_AT: t`Last changed`,
  };
  return (
    <>
      <SelectField
        name="sort"
        label={t`Sort by`}
        value={search.sort ?? ''}
        options={[
          { value: '', label: t`Living first, then the newest` },
          ...OWN_SORT_WORDS.map((sort) => ({ value: sort, label: names[sort] })),
          { value: 'INDEX', label: t`Index` },
          ...TRAITS.map((trait) => ({ value: valueSort(trait), label: t`Value: ${i18n._(TRAIT_NAMES[trait])}` })),
          ...TRAITS.map((trait) => ({ value: scoreSort(trait), label: t`Evaluation: ${i18n._(TRAIT_NAMES[trait])}` })),
        ]}
        onChange={(value) => {
          const sort = value === '' ? undefined : (value as QueenSortWord);
          onChange({ sort, descending: (sort && isByValue(sort)) || (sort && search.descending) || undefined });
        }}
      />
      {search.sort && (
        <SelectField
          name="direction"
          label={t`Sort order`}
          value={search.descending ? 'down' : 'up'}
          options={[
            { value: 'up', label: t`Upwards: A to Z, oldest first` },
            { value: 'down', label: t`Downwards: Z to A, newest first` },
          ]}
          onChange={(value) => onChange({ descending: value === 'down' || undefined })}
        />
      )}
    </>
  );
}
