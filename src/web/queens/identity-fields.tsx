import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { GENERATION_NAMES, LIFE_STATUSES, LIFE_STATUS_NAMES } from '../i18n/terms.js';
import { DateField } from '../ui/date-field.js';
import { RadioField, SelectField, TextField } from '../ui/fields.js';
import { MarkingNote } from '../ui/marking.js';
import { partialDate } from '../ui/values.js';
import { ownName } from './entered.js';
import { IdentifierRows } from './identifier-rows.js';
import type { Entry } from './members.js';
import { termsQuery } from './queen-terms.js';
import styles from './queen-form.module.css';

interface IdentityProps {
  entry: Entry;
  generation: 'F0' | 'F1';
  onGeneration: (generation: 'F0' | 'F1') => void;
}

export function IdentityFields({ entry, generation, onGeneration }: IdentityProps) {
  const { t, i18n } = useLingui();
  const { data: terms } = useQuery(termsQuery);
  const lists = useId();
  const [marking, setMarking] = useState(entry.marking ?? '');
  return (
    <>
      <RadioField
        name="generation"
        label={t`Generation`}
        value={generation}
        onChange={onGeneration}
        options={(['F0', 'F1'] as const).map((value) => ({ value, label: i18n._(GENERATION_NAMES[value]) }))}
      />
      <div className={styles.pair}>
        <TextField
          name="queen_name"
          label={t`Name`}
          hint={t`If you leave this field empty, her number is used as her name.`}
          optional
          autoComplete="off"
          translate="no"
          defaultValue={ownName(entry) ?? ''}
        />
        <TextField
          name="external_id"
          label={t`Studbook number`}
          hint={t`Such as DE-44-1-3-2022`}
          optional
          autoComplete="off"
          translate="no"
          defaultValue={entry.external_id ?? ''}
        />
      </div>
      <IdentifierRows defaultValue={entry.external_identifiers} />
      <div className={styles.pair}>
        <DateField
          name="birth_date"
          label={t`Born`}
          hint={t`Such as 12.07.2023 or 2023`}
          optional
          defaultValue={entry.birth_date ?? ''}
        />
        <div>
          <TextField
            name="marking"
            label={t`Marking`}
            hint={t`Colour or number of her disc`}
            optional
            autoComplete="off"
            value={marking}
            onChange={({ target }) => setMarking(target.value)}
          />
          <BornNote marking={marking} born={entry.birth_date} />
        </div>
      </div>
      <div className={styles.pair}>
        <TextField
          name="race"
          label={t`Race`}
          optional
          autoComplete="off"
          list={`${lists}race`}
          defaultValue={entry.race ?? ''}
        />
        <TextField
          name="line"
          label={t`Line`}
          optional
          autoComplete="off"
          list={`${lists}line`}
          defaultValue={entry.line ?? ''}
        />
        <TextField
          name="breeder_code"
          label={t`Breeder code`}
          optional
          autoComplete="off"
          list={`${lists}breeder`}
          defaultValue={entry.breeder_code ?? ''}
        />
        <SelectField
          name="life_status"
          label={t`Status`}
          defaultValue={entry.life_status ?? ''}
          options={[
            { value: '', label: t`not known` },
            ...LIFE_STATUSES.map((status) => ({ value: status, label: i18n._(LIFE_STATUS_NAMES[status]) })),
          ]}
        />
      </div>
      <Suggestions id={`${lists}race`} words={terms?.races} />
      <Suggestions id={`${lists}line`} words={terms?.lines} />
      <Suggestions id={`${lists}breeder`} words={terms?.breederCodes} />
    </>
  );
}

/** Suggests existing values, so that spelling is consistent. */
const Suggestions = ({ id, words = [] }: { id: string; words?: readonly string[] }) => (
  <datalist id={id}>
    {words.map((word) => (
      <option key={word} value={word} />
    ))}
  </datalist>
);

/** A note about the marking, updated while the user types. */
function BornNote({ marking, born }: { marking: string; born: string | null }) {
  const date = born === null ? null : partialDate(born);
  return <MarkingNote marking={marking.trim() === '' ? null : marking} born={date} />;
}
