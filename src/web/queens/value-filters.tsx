import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAIT_UNITS, TRAITS, type Trait } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { readMinima, writeMinima, type Minima } from './minima.js';
import type { QueensSearch } from './queens-search.js';
import styles from './value-filters.module.css';

interface ValueFiltersProps {
  search: QueensSearch;
  onChange: (to: Partial<QueensSearch>) => void;
}

/** Reads a decimal number with a comma or a point. */
function numberIn(data: FormData, name: string): number | undefined {
  const text = String(data.get(name) ?? '')
    .trim()
    .replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function minimaIn(data: FormData, kind: string): string | undefined {
  const minima: Minima = {};
  for (const trait of TRAITS) {
    const value = numberIn(data, `${kind}-${trait}`);
    if (value !== undefined) minima[trait] = value;
  }
  return writeMinima(minima);
}

/** The form for minima of the index, of breeding values, and of results of the last test. */
export function ValueFilters({ search, onChange }: ValueFiltersProps) {
  const { t, i18n } = useLingui();
  const { minIndex, minValues, minScores } = search;
  return (
    <form
      // The fields are recreated when the filters in the address change.
      key={[minIndex, minValues, minScores].join(' ')}
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onChange({
          minIndex: numberIn(data, 'minIndex'),
          minValues: minimaIn(data, 'value'),
          minScores: minimaIn(data, 'score'),
        });
      }}
    >
      <fieldset>
        <legend>
          <Trans>Minimum breeding values</Trans>
        </legend>
        <Minimum name="minIndex" label={t`Index`} value={minIndex} />
        <Fields kind="value" minima={readMinima(minValues)} />
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Minimum results of the last evaluation</Trans>
        </legend>
        <Fields kind="score" minima={readMinima(minScores)} unitOf={(trait) => i18n._(TRAIT_UNITS[trait])} />
      </fieldset>
      <Button type="submit">
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}

function Fields({ kind, minima, unitOf }: { kind: string; minima: Minima; unitOf?: (trait: Trait) => string }) {
  const { i18n } = useLingui();
  return TRAITS.map((trait) => (
    <Minimum
      key={trait}
      name={`${kind}-${trait}`}
      label={i18n._(TRAIT_NAMES[trait])}
      unit={unitOf?.(trait)}
      value={minima[trait]}
    />
  ));
}

function Minimum({ name, label, unit, value }: { name: string; label: string; unit?: string; value?: number }) {
  const id = useId();
  const format = useFormat();
  const decimals = value === undefined || Number.isInteger(value) ? 0 : 1;
  return (
    <div className={styles.minimum}>
      <label htmlFor={id}>
        {label} {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </label>
      <input
        id={id}
        name={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value === undefined ? '' : format.number(value, decimals)}
      />
    </div>
  );
}
