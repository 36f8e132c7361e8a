import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { LIFE_STATUS_NAMES } from '../i18n/terms.js';
import { STATUSES_WITHOUT_HIVE } from '../i18n/words.js';
import { CheckField, Field, RadioField, TextAreaField, TextField } from '../ui/fields.js';
import { QueenPicker } from '../ui/queen-picker.js';
import { isBlank, type Inspection } from './inspection.js';
import styles from './inspection-fields.module.css';

interface InspectionFieldsProps {
  inspection: Inspection;
  /** Whether the hive of the queen is known. Without a hive, no other queen can replace her. */
  hasHive: boolean;
  onChange: (part: Partial<Inspection>) => void;
}

/** The fields for observations at a colony besides the traits: the queen, a note, a loss, or a new queen. */
export function InspectionFields({ inspection, hasHive, onChange }: InspectionFieldsProps) {
  const { t, i18n } = useLingui();
  const [isOpen] = useState(!isBlank(inspection));
  const { day, isSeen, note, outcome, status } = inspection;
  return (
    <details className={styles.inspection} open={isOpen || undefined}>
      <summary>
        <Trans>Queen seen, note, loss or new queen</Trans>
      </summary>
      <div className={styles.fields}>
        <CheckField
          name="isSeen"
          label={t`Queen seen`}
          checked={isSeen}
          onChange={(event) => onChange({ isSeen: event.target.checked })}
        />
        <TextAreaField
          name="notes"
          label={t`Note`}
          hint={t`The text is added to her notes, with the day.`}
          optional
          rows={3}
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
        <RadioField
          name="outcome"
          label={t`Colony`}
          value={outcome}
          options={[
            { value: 'kept', label: t`as before` },
            { value: 'gone', label: t`lost or sold` },
            ...(hasHive ? [{ value: 'replaced' as const, label: t`has a new queen` }] : []),
          ]}
          onChange={(value) => onChange({ outcome: value })}
        />
        {outcome !== 'kept' && (
          <RadioField
            name="status"
            label={outcome === 'replaced' ? t`The former queen is` : t`The queen is`}
            value={status}
            options={STATUSES_WITHOUT_HIVE.map((value) => ({ value, label: i18n._(LIFE_STATUS_NAMES[value]) }))}
            onChange={(value) => onChange({ status: value })}
          />
        )}
        {outcome === 'replaced' && <Successor {...{ inspection, onChange }} />}
        {!isBlank(inspection) && (
          <Field name="day" label={t`Day of the inspection`}>
            {(control) => (
              <input
                type="date"
                {...control}
                value={day}
                onChange={(event) => event.target.value && onChange({ day: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </details>
  );
}

function Successor({ inspection, onChange }: Omit<InspectionFieldsProps, 'hasHive'>) {
  const { t } = useLingui();
  const { successor, newQueen, known } = inspection;
  const changeQueen = (part: Partial<Inspection['newQueen']>) => onChange({ newQueen: { ...newQueen, ...part } });
  const changeKnown = (queen: Inspection['known']) => onChange({ known: queen });
  return (
    <>
      <RadioField
        name="successor"
        label={t`New queen`}
        value={successor}
        options={[
          { value: 'unknown', label: t`not known yet` },
          { value: 'new', label: t`not in Queenbook yet` },
          { value: 'known', label: t`one of my queens` },
        ]}
        onChange={(value) => onChange({ successor: value })}
      />
      {successor === 'known' && (
        <QueenPicker
          name="known"
          label={t`Which queen`}
          defaultQueen={known}
          onPick={changeKnown}
          // Without this, the queen that the user chose first would head the hive, although the field shows other text.
          onType={changeKnown}
        />
      )}
      {successor === 'new' && (
        <>
          <TextField
            name="queen_name"
            label={t`Name`}
            autoComplete="off"
            value={newQueen.name}
            onChange={(event) => changeQueen({ name: event.target.value })}
          />
          <TextField
            name="external_id"
            label={t`Number`}
            optional
            autoComplete="off"
            value={newQueen.externalId}
            onChange={(event) => changeQueen({ externalId: event.target.value })}
          />
          <CheckField
            name="isDaughter"
            label={t`She is a daughter of the former queen`}
            checked={newQueen.isDaughter}
            onChange={(event) => changeQueen({ isDaughter: event.target.checked })}
          />
        </>
      )}
    </>
  );
}
