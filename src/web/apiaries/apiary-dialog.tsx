import { Trans, useLingui } from '@lingui/react/macro';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextAreaField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { entered, enteredNumber } from '../ui/values.js';
import type { Apiary } from './apiary-data.js';
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
  /** The one to change; a new one without it. */
  apiary?: Omit<Apiary, 'hives' | 'seasons'>;
  onClose: () => void;
  onMade?: (id: string) => void;
}

/** Makes an apiary, or changes one. */
export function ApiaryDialog({ apiary, onClose, onMade }: ApiaryDialogProps) {
  const { t } = useLingui();
  async function save(values: FormData): Promise<void> {
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
    if (apiary) {
      await ask(UPDATE, { id: apiary.id, input });
      announce(t`Apiary ${name} is changed.`);
    } else {
      const { createApiary } = await ask(CREATE, { input });
      announce(t`Apiary ${name} is made.`);
      onMade?.(createApiary.id);
    }
    onClose();
    await refresh();
  }
  const number = (value: number | null | undefined): string => (value == null ? '' : String(value));
  return (
    <Dialog title={apiary ? t`Edit apiary` : t`New apiary`} onClose={onClose}>
      <Form
        onSubmit={save}
        submit={<Trans>Save</Trans>}
        beside={
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
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
      </Form>
    </Dialog>
  );
}
