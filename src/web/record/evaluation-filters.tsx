import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { TRAIT_NAMES, TRAIT_SORTS, TRAITS } from '../i18n/terms.js';
import { useAddressedQueen } from '../ui/addressed-queen.js';
import { Disclosure } from '../ui/disclosure.js';
import { SelectField } from '../ui/fields.js';
import { useNarrow } from '../ui/media.js';
import { QueenPicker } from '../ui/queen-picker.js';
import { apiaryOptions } from './apiary-options.js';
import { EVALUATION_SORTS, type EvaluationsSearch } from './record-search.js';
import { recentYears } from './years.js';
import styles from './evaluation-filters.module.css';

interface EvaluationFiltersProps {
  search: EvaluationsSearch;
  onChange: (to: Partial<EvaluationsSearch>) => void;
}

/**
 * The filters by year, apiary and queen. On a phone, a button opens the filters, together with the order of the rows.
 */
export function EvaluationFilters(props: EvaluationFiltersProps) {
  const narrow = useNarrow();
  const { year, apiary, queen } = props.search;
  const count = [year, apiary, queen].filter((filter) => filter !== undefined).length;
  if (!narrow) return <Fields {...props} />;
  return (
    <div className={styles.button}>
      <Disclosure
        icon={<SlidersHorizontal aria-hidden="true" />}
        label={
          count === 0 ? <Trans>Filters</Trans> : <Plural value={count} one="# filter is on" other="# filters are on" />
        }
      >
        <Fields {...props} />
        <SortField {...props} />
      </Disclosure>
    </div>
  );
}

function Fields({ search: { year, apiary, queen }, onChange }: EvaluationFiltersProps) {
  const { t } = useLingui();
  const { data: apiaries = [] } = useQuery(apiaryOptions);
  const { pickerKey, defaultQueen, noteChoice } = useAddressedQueen(queen);
  const any = { value: '', label: t`Any` };
  return (
    <div className={styles.fields}>
      <SelectField
        name="year"
        label={t`Year`}
        value={String(year ?? '')}
        options={[any, ...recentYears(year).map((one) => ({ value: String(one), label: String(one) }))]}
        onChange={(value) => onChange({ year: Number(value) || undefined })}
      />
      <SelectField
        name="apiary"
        label={t`Apiary`}
        value={apiary ?? ''}
        options={[any, ...apiaries.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => onChange({ apiary: value || undefined })}
      />
      <QueenPicker
        key={pickerKey}
        name="queen"
        label={t`Queen`}
        defaultQueen={defaultQueen}
        onPick={(found) => {
          if (found?.id === queen) return;
          noteChoice(found?.id);
          onChange({ queen: found?.id });
        }}
      />
    </div>
  );
}

function SortField({ search, onChange }: EvaluationFiltersProps) {
  const { t, i18n } = useLingui();
  return (
    <div className={styles.fields}>
      <SelectField
        name="sort"
        label={t`Sort by`}
        value={search.sort ?? 'YEAR'}
        options={[
          { value: 'YEAR', label: t`Year` },
          { value: 'EVALUATED_ON', label: t`Day` },
          ...TRAITS.map((trait) => ({ value: TRAIT_SORTS[trait], label: i18n._(TRAIT_NAMES[trait]) })),
        ]}
        onChange={(value) => onChange({ sort: EVALUATION_SORTS.find((sort) => sort === value) })}
      />
      <SelectField
        name="direction"
        label={t`Sort order`}
        value={search.direction ?? 'DESC'}
        options={[
          { value: 'DESC', label: t`Highest and newest first` },
          { value: 'ASC', label: t`Lowest and oldest first` },
        ]}
        onChange={(value) => onChange({ direction: value === 'ASC' ? 'ASC' : undefined })}
      />
    </div>
  );
}
