import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MATING_TYPES, MATING_TYPE_NAMES, type MatingType } from '../i18n/terms.js';
import { DateField } from '../ui/date-field.js';
import { SelectField, TextField } from '../ui/fields.js';
import { QueenPicker, type PickedQueen } from '../ui/queen-picker.js';
import type { Entry } from './members.js';
import styles from './queen-form.module.css';

/**
 * The default numbers of drone-producing queens and drones, which breeding values assume for a mating without numbers.
 */
const USUAL: Record<MatingType, readonly [droneProducers: number, drones: number]> = {
  open: [50, 12],
  island_station: [8, 12],
  land_station: [8, 12],
  insemination: [8, 12],
  single_queen: [1, 12],
  single_drone: [1, 1],
};

type MatingEntry = Pick<
  Entry,
  'mating_type' | 'mated_at' | 'mating_station' | 'sdi_code' | 'drone_producers' | 'drones'
>;

/** Fields for the mating of the queen, which determines the sire of all her daughters. */
export function MatingFields({ entry, matedTo }: { entry: MatingEntry; matedTo: PickedQueen | null }) {
  const { t, i18n } = useLingui();
  const [type, setType] = useState(entry.mating_type ?? '');
  const single = type === 'single_queen' || type === 'single_drone';
  const [queens, drones] = USUAL[type as MatingType] ?? USUAL.open;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          name="mating_type"
          label={t`Type of mating`}
          value={type}
          onChange={setType}
          options={[
            { value: '', label: t`not known` },
            ...MATING_TYPES.map((word) => ({ value: word, label: i18n._(MATING_TYPE_NAMES[word]) })),
          ]}
        />
        <DateField
          name="mated_at"
          label={t`Mated on`}
          hint={t`Such as 12.07.2023 or 2023`}
          optional
          defaultValue={entry.mated_at ?? ''}
        />
      </div>
      <TextField
        name="mating_station"
        label={t`Mating station`}
        hint={t`Name or code of the mating station`}
        optional
        defaultValue={entry.mating_station ?? ''}
      />
      <QueenPicker
        name="mated_to_id"
        label={single ? t`Mated to drones of (1b)` : t`Mated to drones of daughters of (4a)`}
        hint={
          single
            ? t`All drones of this mating come from the queen that you choose here.`
            : t`The dam of the drone-producing queens. She is recorded as the sire (4a) of all daughters of the mated queen.`
        }
        optional
        defaultQueen={matedTo}
      />
      <div className={styles.pair}>
        <TextField
          name="drone_producers"
          label={t`Drone-producing queens`}
          hint={t`If you leave this field empty, breeding values are computed with ${queens}.`}
          optional
          inputMode="numeric"
          defaultValue={entry.drone_producers ?? ''}
        />
        <TextField
          name="drones"
          label={t`Drones`}
          hint={t`If you leave this field empty, breeding values are computed with ${drones}.`}
          optional
          inputMode="numeric"
          defaultValue={entry.drones ?? ''}
        />
      </div>
      <SelectField
        name="sdi_code"
        label={t`SDI code`}
        optional
        defaultValue={entry.sdi_code === null ? '' : String(entry.sdi_code)}
        options={[
          { value: '', label: t`not stated` },
          { value: '1', label: t`1, one drone` },
          { value: '2', label: t`2, several drones` },
        ]}
      />
    </>
  );
}
