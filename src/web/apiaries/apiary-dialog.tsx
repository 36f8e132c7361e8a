import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { TextAreaField, TextField } from '../ui/fields.js';
import { FormDialog } from '../ui/form-dialog.js';
import { useStillHere } from '../ui/sending.js';
import { changed, entered, enteredNumber } from '../ui/values.js';
import type { Apiary } from './apiary-data.js';
import { PlaceForm } from './place-form.js';
import styles from './apiaries.module.css';

const CREATE = graphql(`
  mutation CreateApiary($input: ApiaryInput!) {
    createApiary(input: $input) {
      id
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateApiary($id: ID!, $input: ApiaryInput!) {
    updateApiary(id: $id, input: $input) {
      id
    }
  }
`);

interface ApiaryDialogProps {
  /** The apiary to edit; absent for a new apiary. */
  apiary?: Omit<Apiary, 'hives' | 'seasons'>;
  onClose: () => void;
  onCreated?: (id: string) => void;
}

/** Creates or edits an apiary. */
export function ApiaryDialog({ apiary, onClose, onCreated }: ApiaryDialogProps) {
  const { t } = useLingui();
  // The initial values of the form. Reloaded data must not replace these values, because unchanged fields would then
  // count as changes.
  const [initial] = useState(apiary);
  const createdId = useRef<string>(null);
  const stillHere = useStillHere();
  async function save(values: FormData): Promise<string> {
    const name = entered(values, 'name');
    const input = {
      name,
      countryCode: entered(values, 'countryCode'),
      postalCode: entered(values, 'postalCode'),
      latitude: enteredNumber(values, 'latitude'),
      longitude: enteredNumber(values, 'longitude'),
      elevationM: enteredNumber(values, 'elevationM'),
      notes: entered(values, 'notes'),
    };
    if (initial) {
      await ask(UPDATE, { id: initial.id, input: changed(initial, input) });
      return t`Apiary ${name} is changed.`;
    }
    createdId.current = (await ask(CREATE, { input })).createApiary.id;
    return t`Apiary ${name} is created.`;
  }
  function done(): void {
    const isShown = stillHere();
    onClose();
    if (isShown && createdId.current !== null) onCreated?.(createdId.current);
  }
  const number = (value: number | null | undefined): string => (value == null ? '' : String(value));
  return (
    <FormDialog title={apiary ? t`Edit apiary` : t`New apiary`} onClose={onClose}>
      {(form) => (
        <PlaceForm onSave={save} onDone={done} {...form}>
          <TextField name="name" label={t`Name`} defaultValue={apiary?.name} />
          <div className={styles.pair}>
            <TextField
              name="countryCode"
              label={t`Country`}
              hint={t`Two letters, such as DE`}
              optional
              maxLength={2}
              autoCapitalize="characters"
              defaultValue={apiary?.countryCode ?? ''}
            />
            <TextField name="postalCode" label={t`Postal code`} optional defaultValue={apiary?.postalCode ?? ''} />
          </div>
          <div className={styles.pair}>
            <TextField
              name="latitude"
              label={t`Latitude`}
              hint={t`Degrees north, such as 48.5`}
              optional
              inputMode="decimal"
              defaultValue={number(apiary?.latitude)}
            />
            <TextField
              name="longitude"
              label={t`Longitude`}
              hint={t`Degrees east, such as 11.2`}
              optional
              inputMode="decimal"
              defaultValue={number(apiary?.longitude)}
            />
          </div>
          <TextField
            name="elevationM"
            label={t`Elevation, in metres`}
            optional
            inputMode="decimal"
            defaultValue={number(apiary?.elevationM)}
          />
          <TextAreaField name="notes" label={t`Notes`} optional defaultValue={apiary?.notes ?? ''} />
        </PlaceForm>
      )}
    </FormDialog>
  );
}
