import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiaryNamesQuery } from '../apiaries/apiary-data.js';
import { moveQueen } from '../apiaries/assign-queens.js';
import { allRows } from '../data/all-rows.js';
import { ask, graphql } from '../data/graphql.js';
import { Problem } from '../data/problem.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { RadioField, SelectField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Loaded } from '../ui/states.js';
import type { Queen } from './queen-data.js';

const HIVES = graphql(`
  query HivesToMoveTo($offset: Int!, $filter: HiveFilter!) {
    hives(first: 100, offset: $offset, filter: $filter) {
      totalCount
      nodes {
        id
        name
        updatedAt
        queen {
          id
          name
        }
      }
    }
  }
`);

const hivesAt = (apiaryId: string, signal: AbortSignal) => {
  const filter = apiaryId === '' ? { placed: false } : { apiaryId };
  return allRows(async (offset) => (await ask(HIVES, { offset, filter }, signal)).hives);
};

/**
 * Moves the queen to a hive, or removes her from her hive. If she has a hive and the new hive has a queen, offers to
 * exchange the two queens.
 */
export function MoveDialog({ queen, onClose }: { queen: Queen; onClose: () => void }) {
  const { t } = useLingui();
  const apiaries = useQuery(apiaryNamesQuery);
  const title = queen.hive ? t`Move ${queen.name}` : t`Assign a hive to ${queen.name}`;
  return (
    <FormDialog title={title} onClose={onClose}>
      {(form) => (
        <Loaded query={apiaries}>
          {(names) => <MoveForm queen={queen} apiaries={names} onDone={onClose} {...form} />}
        </Loaded>
      )}
    </FormDialog>
  );
}

const NONE = 'none';

const nothingChosen = () =>
  new Problem({
    status: 400,
    code: 'validation_failed',
    message: '',
    errors: [{ path: 'hiveId', message: 'is required', code: 'required' }],
  });

interface MoveFormProps {
  queen: Queen;
  apiaries: readonly { id: string; name: string }[];
  onDone: () => void;
  close: () => void;
  saved: () => void;
}

function MoveForm({ queen: { id, hive }, apiaries, onDone, close, saved }: MoveFormProps) {
  const { t } = useLingui();
  const [apiaryId, setApiaryId] = useState(hive ? (hive.apiary?.id ?? '') : (apiaries[0]?.id ?? ''));
  const [chosen, choose] = useState('');
  const hives = useQuery({
    queryKey: ['hives-at', apiaryId],
    queryFn: ({ signal }) => hivesAt(apiaryId, signal),
    staleTime: 0,
  });
  const others = hives.data?.filter((each) => each.id !== hive?.id) ?? [];
  const to = others.find((each) => each.id === chosen) ?? null;
  async function save(values: FormData): Promise<void> {
    if (!to && chosen !== NONE) throw nothingChosen();
    if (to || hive) {
      const exchangedFor = hive && values.get('former') === 'exchange' ? (to?.queen?.id ?? null) : null;
      await moveQueen({ queenId: id, from: hive, to, exchangedFor });
      announce(
        to === null
          ? t`She heads no hive now.`
          : exchangedFor === null
            ? t`She is moved.`
            : t`The queens are exchanged.`,
      );
    }
    saved();
    onDone();
  }
  const explain = ({ conflict }: Problem) =>
    conflict ? (
      <p>
        <Trans>
          One of the hives was changed in the meantime, so nothing was moved. The page now shows the current queens:
          check your choice and save again.
        </Trans>
      </p>
    ) : undefined;
  return (
    <Form
      onSubmit={save}
      explain={explain}
      submit={<Trans>Save</Trans>}
      beside={
        <Button onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <SelectField
        name="apiaryId"
        label={t`Apiary`}
        value={apiaryId}
        // The dialog opens before the apiaries are loaded, so it cannot focus this field.
        autoFocus
        onChange={(next) => {
          setApiaryId(next);
          choose('');
        }}
        options={[
          ...apiaries.map(({ id: value, name }) => ({ value, label: name })),
          { value: '', label: t`at no apiary` },
        ]}
      />
      <Loaded query={hives} lines={1}>
        {() => (
          <>
            <SelectField
              name="hiveId"
              label={t`Hive`}
              value={chosen}
              onChange={choose}
              options={[
                { value: '', label: t`choose a hive` },
                ...(hive ? [{ value: NONE, label: t`no hive` }] : []),
                ...others.map(({ id: value, name, queen }) => ({
                  value,
                  label: queen ? t`${name}: ${queen.name}` : t`${name}: no queen`,
                })),
              ]}
            />
            {others.length === 0 && (
              <p>
                <Trans>
                  There is no other hive. <Link to="/apiaries">Add one</Link> on the page of an apiary.
                </Trans>
              </p>
            )}
          </>
        )}
      </Loaded>
      {to?.queen && <PresentQueen key={to.id} name={to.queen.name} hive={hive?.name} />}
    </Form>
  );
}

/** Shows the effect on the present queen of the chosen hive. */
function PresentQueen({ name, hive }: { name: string; hive: string | undefined }) {
  const { t } = useLingui();
  if (hive === undefined) {
    return (
      <p role="status">
        <Trans>{name} then heads no hive.</Trans>
      </p>
    );
  }
  return (
    <RadioField
      name="former"
      label={t`Its queen ${name}`}
      defaultValue="exchange"
      options={[
        { value: 'exchange', label: t`goes to hive ${hive} in exchange` },
        { value: 'none', label: t`then heads no hive` },
      ]}
    />
  );
}
