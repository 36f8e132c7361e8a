import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { refresh } from '../data/query-client.js';
import { rest } from '../data/rest.js';
import type { MatingType } from '../i18n/terms.js';
import { announce } from '../ui/announce.js';
import { ButtonLink } from '../ui/button.js';
import { Leaving } from '../ui/leaving.js';
import { Page } from '../ui/page.js';
import { findPicked } from '../ui/picked-queen.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { useSending } from '../ui/sending.js';
import { Loaded } from '../ui/states.js';
import { changes, enteredEntry } from './entered.js';
import type { Entry } from './members.js';
import { DaughterMating } from './planned-mating.js';
import { QueenForm } from './queen-form.js';

const nobody = (generation: 'F0' | 'F1', mother: string | null, matedTo: string | null): Entry => ({
  generation,
  queen_name: null,
  external_id: null,
  external_identifiers: [],
  race: null,
  line: null,
  breeder_code: null,
  birth_date: null,
  marking: null,
  life_status: null,
  mother_id: mother,
  father_id: null,
  mating_type: null,
  mated_to_id: matedTo,
  mated_at: null,
  mating_station: null,
  sdi_code: null,
  drone_producers: null,
  drones: null,
  notes: null,
});

export default function NewQueenPage() {
  const { t } = useLingui();
  const { generation = 'F0', mother, matedTo, matingType } = useSearch({ from: '/signed-in/queens/new' });
  const relatives = useQuery({
    queryKey: ['picked-queens', mother ?? null, matedTo ?? null],
    queryFn: ({ signal }) => Promise.all([findPicked(mother, signal), findPicked(matedTo, signal)]),
  });
  return (
    <Page
      title={t`New queen`}
      width="narrow"
      back={
        <Link to="/queens">
          <Trans>Queens</Trans>
        </Link>
      }
    >
      <Loaded query={relatives}>
        {([dam, mate]) => <NewQueen {...{ generation, matingType }} mother={dam} matedTo={mate} />}
      </Loaded>
    </Page>
  );
}

interface NewQueenProps {
  generation: 'F0' | 'F1';
  mother: PickedQueen | null;
  matedTo: PickedQueen | null;
  matingType: MatingType | undefined;
}

function NewQueen({ generation, mother, matedTo, matingType }: NewQueenProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { stillHere, sending, done, send } = useSending();
  /**
   * The body and idempotency key of the last attempt. If the response was lost and the user sends the same form again,
   * the same key prevents a second queen.
   */
  const attempt = useRef({ body: '', key: '' });
  const blank = nobody(generation, mother?.id ?? null, matedTo?.id ?? null);

  async function save(values: FormData): Promise<string> {
    const entry = Object.fromEntries(
      Object.entries(enteredEntry(values)).filter(
        ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
      ),
    );
    const body = JSON.stringify(entry);
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() };
    const headers = { 'Idempotency-Key': attempt.current.key };
    const { id, queen_name: name } = await rest<{ id: string; queen_name: string }>('POST', '/api/v1/queens', entry, {
      headers,
    });
    void refresh();
    announce(t`${name} is saved.`);
    return id;
  }

  async function submit(values: FormData): Promise<void> {
    let id = '';
    await send(async () => {
      id = await save(values);
      return true;
    });
    if (stillHere()) await navigate({ to: '/queens/$id', params: { id } });
  }

  return (
    <>
      {mother && matedTo && <DaughterMating dam={mother.name} mate={matedTo.name} matingType={matingType} />}
      <QueenForm
        entry={matingType ? { ...blank, mating_type: matingType } : blank}
        mother={mother}
        father={null}
        matedTo={matedTo}
        form={form}
        onSubmit={submit}
        beside={
          <ButtonLink to="/queens" kind="quiet">
            <Trans>Cancel</Trans>
          </ButtonLink>
        }
      />
      <Leaving
        sending={sending}
        unsaved={() => {
          if (done() || !form.current) return false;
          const entered = changes(blank, enteredEntry(new FormData(form.current)));
          return Object.keys(entered).some((member) => member !== 'generation');
        }}
      />
    </>
  );
}
