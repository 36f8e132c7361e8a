import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { MEASURES } from '../../core/traits.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import type { TraitIn } from '../i18n/traits.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/fields.js';
import { HINTS } from './entry-words.js';
import styles from './cells-field.module.css';

const MAX_CELLS = MEASURES.cells.most;

interface CellsFieldProps {
  name: TraitIn<'cells'>;
  value: string;
  /**
   * The number at which the plus button starts. For the pin test after 24 hours, this is the number after 6 hours,
   * because the result can only be higher.
   */
  least?: number;
  onChange: (value: string) => void;
}

/**
 * A field for a number of cells out of 50, with buttons. In an empty field, the minus button starts at 50. The plus
 * button starts at `least` or, if absent, at 25, because results near 0 are rare.
 */
export function CellsField({ name, value, least, onChange }: CellsFieldProps) {
  const { t, i18n } = useLingui();
  const label = i18n._(TRAIT_NAMES[name]);
  const count = /^\d+$/.test(value.trim()) ? Number(value) : null;
  const step = (by: 1 | -1): void => {
    const next = count === null ? (by > 0 ? (least ?? MAX_CELLS / 2) : MAX_CELLS) : count + by;
    onChange(String(Math.min(MAX_CELLS, Math.max(0, next))));
  };
  return (
    <Field name={name} label={label} hint={i18n._(HINTS[name])}>
      {(control) => (
        <div className={styles.stepper}>
          <Button aria-label={t`One less: ${label}`} blocked={count === 0} onClick={() => step(-1)}>
            <Minus aria-hidden="true" />
          </Button>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
              if (by === null) return;
              event.preventDefault();
              step(by);
            }}
          />
          <Button aria-label={t`One more: ${label}`} blocked={count === MAX_CELLS} onClick={() => step(1)}>
            <Plus aria-hidden="true" />
          </Button>
        </div>
      )}
    </Field>
  );
}
