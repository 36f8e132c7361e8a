import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { readTagged, rest, type Tagged } from '../data/rest.js';
import type { MatingType } from '../i18n/terms.js';
import { announce } from '../ui/announce.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Leaving } from '../ui/leaving.js';
import { Page } from '../ui/page.js';
import { findPicked } from '../ui/picked-queen.js';
import { useSending } from '../ui/sending.js';
import { Loaded } from '../ui/states.js';
import { ConflictDialog, type Conflict } from './conflict-dialog.js';
import { DeleteQueenDialog } from './delete-queen-dialog.js';
import { changes, differing, enteredEntry } from './entered.js';
import type { Entry } from './members.js';
import { OwnMating } from './planned-mating.js';
import { QueenForm, type Relatives } from './queen-form.js';
import styles from './queen-form.module.css';

type Stored = Entry & { id: string; queen_name: string };

const addressOf = (id: string): string => `/api/v1/queens/${encodeURIComponent(id)}`;
const read = (id: string, signal?: AbortSignal) => readTagged<Stored>(addressOf(id), signal);

export default function EditQueenPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/queens/$id/edit' });
  const { matedTo, matingType } = useSearch({ from: '/signed-in/queens/$id/edit' });
  const query = useQuery({
    queryKey: ['edit-queen', id, matedTo ?? null],
    queryFn: async ({ signal }) => {
      const stored = await read(id, signal);
      const { mother_id, father_id, mated_to_id } = stored.data;
      const [mother, father, mate] = await Promise.all([
        findPicked(mother_id, signal),
        findPicked(father_id, signal),
        findPicked(matedTo ?? mated_to_id, signal),
      ]);
      return { stored, relatives: { mother, father, matedTo: mate } };
    },
    // The initial values must not change, because the values of the form are compared with them.
    staleTime: Infinity,
    gcTime: 0,
  });
  const name = query.data?.stored.data.queen_name ?? '';
  return (
    <Page
      title={name ? t`Edit ${name}` : t`Edit`}
      width="narrow"
      back={
        <Link to="/queens/$id" params={{ id }}>
          {name ? <span translate="no">{name}</span> : <Trans>Back to the queen</Trans>}
        </Link>
      }
    >
      <Loaded query={query}>
        {({ stored, relatives }) => (
          <EditQueen key={id} {...{ id, stored, relatives, matingType }} isPlanned={matedTo !== undefined} />
        )}
      </Loaded>
    </Page>
  );
}

interface EditProps {
  id: string;
  stored: Tagged<Stored>;
  relatives: Relatives;
  /** The type of a planned mating, which replaces the stored type. */
  matingType: MatingType | undefined;
  isPlanned: boolean;
}

function EditQueen({ id, stored: first, relatives, matingType, isPlanned }: EditProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { stillHere, sending, done, settle, send } = useSending();
  /** The initial values of the form. These values do not change when the data are loaded again. */
  const [stored] = useState(first);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { queen_name: name } = stored.data;

  /** @returns whether the queen was saved; false if the user must resolve a conflict */
  async function write(changed: Partial<Entry>, tag: string): Promise<boolean> {
    try {
      if (Object.keys(changed).length > 0) await rest('PUT', addressOf(id), changed, { headers: { 'If-Match': tag } });
    } catch (error) {
      if (asProblem(error).status !== 412) throw error;
      const theirs = await read(id);
      const others = differing(stored.data, theirs.data);
      // The entity tag also changes with data that are not in the form, such as the inbreeding. There is a conflict
      // only if fields of the form have changed.
      if (others.length === 0) return write(changed, theirs.tag);
      if (!stillHere()) throw error;
      setConflict({ mine: changed, theirs, others });
      return false;
    }
    void refresh();
    announce(t`${name} is saved.`);
    return true;
  }

  async function submit(changed: Partial<Entry>, tag: string): Promise<void> {
    await send(() => write(changed, tag));
    if (done() && stillHere()) await navigate({ to: '/queens/$id', params: { id } });
  }

  const save = (values: FormData) => submit(changes(stored.data, enteredEntry(values)), stored.tag);

  const unsaved = (): boolean =>
    !done() &&
    form.current !== null &&
    Object.keys(changes(stored.data, enteredEntry(new FormData(form.current)))).length > 0;

  return (
    <>
      <QueenForm
        entry={matingType ? { ...stored.data, mating_type: matingType } : stored.data}
        {...relatives}
        form={form}
        onSubmit={save}
        planned={
          isPlanned && relatives.matedTo ? (
            <OwnMating
              name={name}
              mate={relatives.matedTo.name}
              matingType={matingType}
              replaces={![null, relatives.matedTo.id].includes(stored.data.mated_to_id)}
            />
          ) : undefined
        }
        beside={
          <ButtonLink to="/queens/$id" params={{ id }} kind="quiet">
            <Trans>Cancel</Trans>
          </ButtonLink>
        }
      />
      <div className={styles.danger}>
        <ButtonLink to="/queens/$id/merge" params={{ id }}>
          <Trans>Merge with another record</Trans>
        </ButtonLink>
        <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setDeleting(true)}>
          <Trans>Delete this queen</Trans>
        </Button>
      </div>
      <Leaving unsaved={unsaved} sending={sending} />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={() => setConflict(null)}
          onSave={(changed) => submit(changed, conflict.theirs.tag)}
        />
      )}
      {deleting && <DeleteQueenDialog id={id} onClose={() => setDeleting(false)} onDeleted={settle} />}
    </>
  );
}
