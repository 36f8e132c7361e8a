import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { useNotes } from '../ui/fields.js';
import fields from '../ui/fields.module.css';
import { SYSTEM, VALUE } from './entered.js';
import type { Identifier } from './members.js';
import styles from './queen-form.module.css';

interface Row extends Identifier {
  key: number;
}

/** Fields for the identifiers of other systems, one row for each. */
export function IdentifierRows({ defaultValue }: { defaultValue: readonly Identifier[] }) {
  const { t } = useLingui();
  const label = t`Other numbers`;
  const hint = t`Identifiers in other systems, each with the name of the system.`;
  const { id, describedBy, wrong, notes } = useNotes('external_identifiers', label, hint);
  const [rows, setRows] = useState<readonly Row[]>(() => defaultValue.map((one, key) => ({ ...one, key })));
  const next = useRef(defaultValue.length);
  const whole = useRef<HTMLFieldSetElement>(null);
  const add = (): void => {
    setRows([...rows, { key: next.current, system: '', value: '' }]);
    next.current += 1;
  };
  return (
    <fieldset
      ref={whole}
      id={id}
      tabIndex={-1}
      className={fields.field}
      data-error={wrong}
      aria-describedby={describedBy}
    >
      <legend>{label}</legend>
      {notes}
      {rows.map(({ key, system, value }, at) => {
        const row = at + 1;
        return (
          <div key={key} className={styles.identifier}>
            <label>
              <span>
                <Trans>System</Trans>
              </span>
              {/* A row that the user has added gets the focus. */}
              <input name={SYSTEM} defaultValue={system} autoComplete="off" autoFocus={key >= defaultValue.length} />
            </label>
            <label>
              <span>
                <Trans>Number</Trans>
              </span>
              <input name={VALUE} defaultValue={value} autoComplete="off" translate="no" />
            </label>
            <Button
              kind="quiet"
              icon={<Trash2 aria-hidden="true" />}
              aria-label={t`Remove number ${row}`}
              onClick={() => {
                setRows(rows.filter((one) => one.key !== key));
                whole.current?.focus();
              }}
            />
          </div>
        );
      })}
      <div>
        <Button icon={<Plus aria-hidden="true" />} onClick={add}>
          <Trans>Add a number</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
