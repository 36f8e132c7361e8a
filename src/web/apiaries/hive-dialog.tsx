import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { SelectField, TextField } from '../ui/fields.js';
import type { Problem } from '../data/problem.js';
import { FormDialog } from '../ui/form-dialog.js';
import { QueenPicker } from '../ui/queen-picker.js';
import { Loaded } from '../ui/states.js';
import { changed, entered } from '../ui/values.js';
import { apiaryNamesQuery, type HiveRow } from './apiary-data.js';
import { HeadedHive } from './headed-hive.js';
import { PlaceForm } from './place-form.js';

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
  /** The hive to edit; absent for a new hive. */
  hive?: HiveRow;
  apiaryId?: string;
  onClose: () => void;
}

/** Creates or edits a hive: its name, apiary and queen. */
export function HiveDialog({ hive, apiaryId, onClose }: HiveDialogProps) {
  const { t } = useLingui();
  const apiaries = useQuery(apiaryNamesQuery);
  // The initial values of the form. Reloaded data must not replace these values, because unchanged fields would then
  // count as changes.
  const [initial] = useState(hive);
  const [sentQueenId, setSentQueenId] = useState<string | null>(null);
  const [onlyQueen, setOnlyQueen] = useState(false);
  async function save(values: FormData): Promise<string> {
    const name = entered(values, 'name');
    const input = {
      name,
      apiaryId: entered(values, 'apiaryId'),
      queenId: entered(values, 'queenId'),
      type: entered(values, 'type'),
    };
    setSentQueenId(input.queenId);
    if (initial) {
      const changes = changed({ ...initial, queenId: initial.queen?.id ?? null }, input);
      setOnlyQueen(Object.keys(changes).length === 1);
      await ask(UPDATE, { id: initial.id, input: changes });
      return t`Hive ${name} is changed.`;
    }
    await ask(CREATE, { input });
    return t`Hive ${name} is created.`;
  }
  // The exchange saves only the queens, so it is offered only if no other field was changed.
  const explain = (saved: () => void) =>
    function Explained({ conflict, errors }: Problem) {
      if (!conflict || sentQueenId === null || !errors.some(({ path }) => path === 'input.queenId')) return undefined;
      const moved = () => {
        saved();
        onClose();
      };
      return <HeadedHive queenId={sentQueenId} to={onlyQueen ? initial : undefined} onMoved={moved} />;
    };
  return (
    <FormDialog title={hive ? t`Edit hive` : t`New hive`} onClose={onClose}>
      {(form) => (
        <Loaded query={apiaries}>
          {(names) => (
            <PlaceForm onSave={save} onDone={onClose} explain={explain(form.saved)} {...form}>
              <TextField name="name" label={t`Name or number`} defaultValue={hive?.name} />
              <QueenPicker
                name="queenId"
                label={t`Queen`}
                hint={t`Search by name or number. A new choice replaces the previous queen.`}
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
            </PlaceForm>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}
