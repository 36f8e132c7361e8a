import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { QueenPicker } from '../ui/queen-picker.js';
import { Loaded } from '../ui/states.js';
import { entered } from '../ui/values.js';
import { apiaryNamesQuery, type HiveRow } from './apiary-data.js';

const CREATE = graphql(`
  mutation CreateHive($input: HiveInput!) {
    createHive(input: $input) {
      id
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateHive($id: ID!, $input: HiveInput!) {
    updateHive(id: $id, input: $input) {
      id
    }
  }
`);

interface HiveDialogProps {
  /** The one to change; a new one without it. */
  hive?: HiveRow;
  /** Where a new one stands. */
  apiaryId?: string;
  onClose: () => void;
}

/** Makes a hive, or changes one: its name, where it stands, the queen at its head. */
export function HiveDialog({ hive, apiaryId, onClose }: HiveDialogProps) {
  const { t } = useLingui();
  const apiaries = useQuery(apiaryNamesQuery);
  async function save(values: FormData): Promise<void> {
    const name = entered(values, 'name');
    const input = {
      name,
      apiaryId: entered(values, 'apiaryId'),
      queenId: entered(values, 'queenId'),
      type: entered(values, 'type'),
    };
    if (hive) {
      await ask(UPDATE, { id: hive.id, input });
      announce(t`Hive ${name} is changed.`);
    } else {
      await ask(CREATE, { input });
      announce(t`Hive ${name} is made.`);
    }
    onClose();
    await refresh();
  }
  return (
    <Dialog title={hive ? t`Edit hive` : t`New hive`} onClose={onClose}>
      <Loaded query={apiaries}>
        {(names) => (
          <Form
            onSubmit={save}
            submit={<Trans>Save</Trans>}
            beside={
              <Button onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
            }
          >
            <TextField name="name" label={t`Name or number`} defaultValue={hive?.name} />
            <QueenPicker
              name="queenId"
              label={t`Queen at its head`}
              hint={t`By name or number. Another one takes the place of the one before.`}
              optional
              defaultQueen={hive?.queen}
            />
            <SelectField
              name="apiaryId"
              label={t`Apiary`}
              defaultValue={(hive ? hive.apiaryId : apiaryId) ?? ''}
              options={[
                { value: '', label: t`at no apiary` },
                ...names.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <TextField
              name="type"
              label={t`Kind of hive`}
              hint={t`Such as Zander or Dadant`}
              optional
              defaultValue={hive?.type ?? ''}
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}
