import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LIFE_STATUSES, LIFE_STATUS_NAMES } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { RadioField, SelectField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { changeQueens, CHANGED_FIELDS, type ChangedField, type Undo } from './change-queens.js';
import { termsQuery } from './queen-terms.js';

export function useFieldNames(): Record<ChangedField, string> {
  const { t } = useLingui();
  return { status: t`Status`, line: t`Line`, race: t`Race`, matingStation: t`Mating station` };
}

interface ChangeDialogProps {
  ids: readonly string[];
  onClose: () => void;
  onChanged: (field: ChangedField, undo: Undo) => void;
}

export function ChangeDialog({ ids, onClose, onChanged }: ChangeDialogProps) {
  const { t, i18n } = useLingui();
  const names = useFieldNames();
  const { data: terms } = useQuery(termsQuery);
  const list = useId();
  const [field, setField] = useState<ChangedField>('status');
  const words = field === 'line' ? terms?.lines : field === 'race' ? terms?.races : [];
  const { length: count } = ids;
  async function save(data: FormData): Promise<void> {
    const value = String(data.get('value') ?? '').trim();
    onChanged(field, await changeQueens(ids, field, value || null));
  }
  return (
    <Dialog title={t`Change the selected queens`} onClose={onClose}>
      <Form
        onSubmit={save}
        submit={<Plural value={count} one="Change # queen" other="Change # queens" />}
        beside={
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <RadioField
          name="field"
          label={t`What to change`}
          value={field}
          onChange={setField}
          options={CHANGED_FIELDS.map((value) => ({ value, label: names[value] }))}
        />
        {field === 'status' ? (
          <SelectField
            key="status"
            name="value"
            label={t`New value`}
            hint={t`Queens that are sold, dead or lost leave their hives.`}
            options={[
              ...LIFE_STATUSES.map((status) => ({ value: status, label: i18n._(LIFE_STATUS_NAMES[status]) })),
              { value: '', label: t`not known` },
            ]}
          />
        ) : (
          <TextField
            key={field}
            name="value"
            label={t`New value`}
            hint={t`If you leave this field empty, the value is removed.`}
            autoComplete="off"
            translate="no"
            list={list}
          />
        )}
        <datalist id={list}>
          {words?.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      </Form>
    </Dialog>
  );
}
