import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Problem } from '../data/problem.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Form } from '../ui/form.js';
import { useStillHere } from '../ui/sending.js';
import { hasTrait, rebase } from './entries.js';
import { EntryFields } from './entry-fields.js';
import { draftKey, draftOf, dropDraft, keepDraft, type Draft } from './draft-store.js';
import { Meanwhile } from './meanwhile.js';
import { send } from './outbox.js';
import { rememberEvaluator } from './remembered.js';
import { putInSeason, type Season } from './season-data.js';
import type { Place } from './season-list.js';
import { StateOf } from './state-of.js';
import { useEntry } from './use-entry.js';
import styles from './queen-screen.module.css';

interface QueenScreenProps {
  account: string;
  season: Season;
  place: Place;
  /** The queens before and after her in the order of hives. */
  previous: string | null;
  next: string | null;
}

/** Screen of one queen of the season: enter, save, and go to the next hive. */
export function QueenScreen({ account, season, place, previous, next }: QueenScreenProps) {
  const { t } = useLingui();
  const { queen, hive, stored, draft } = place;
  const { entries, change } = useEntry(account, season, place);
  const [round, setRound] = useState(0);
  const go = useGo(season);
  const stillHere = useStillHere();
  const colony = { apiaryId: season.apiary.id, year: season.year, queenId: queen.id, hiveId: hive?.id ?? null };
  const key = draftKey(account, colony);

  async function save(): Promise<void> {
    if (!hasTrait(entries)) {
      const message = t`Enter a value for at least one trait, or skip this queen.`;
      throw new Problem({ status: 0, code: 'empty', message });
    }
    if (draft) {
      if (entries.evaluator.trim()) rememberEvaluator(account, entries.evaluator.trim());
      const kept = keepDraft({ ...draft, state: 'waiting', problem: undefined, changed: undefined });
      void sendBehind(kept);
    }
    if (stillHere()) await go(next);
  }

  /** Sends the values while the next hive is recorded. */
  async function sendBehind(kept: Draft): Promise<void> {
    const { name } = queen;
    const { state } = navigator.onLine ? await send(kept) : ({ state: 'waiting' } as const);
    if (state === 'saved') announce(t`${name} is saved.`);
    else if (state === 'refused') announce(t`${name} was not taken. Her values are kept on this device.`);
    else if (draftOf(key)) announce(t`${name} is kept on this device and sent later.`);
  }

  /** Resolves a conflict: own input is compared with the stored values from now on. */
  function settle(of: Draft, whose: 'mine' | 'theirs'): void {
    const theirs = of.changed?.theirs ?? null;
    putInSeason(colony, theirs);
    setRound(round + 1);
    if (!theirs && whose === 'theirs') return dropDraft(key);
    const left = whose === 'theirs' ? of.changed!.fields : [];
    const after = theirs ? rebase(of.entries, of.base, theirs, left) : of.entries;
    keepDraft({ ...of, base: theirs, entries: after, state: 'open', problem: undefined, changed: undefined });
  }

  return (
    <Form
      key={round}
      staysEditable
      submit={next ? <Trans>Save, next</Trans> : <Trans>Save, finish</Trans>}
      refused={useRefusal(draft)}
      onSubmit={save}
      explain={({ code }) => {
        const now = draftOf(key);
        return code === 'changed' && now?.changed ? (
          <Meanwhile
            {...now.changed}
            entries={now.entries}
            onKeep={() => settle(now, 'mine')}
            onTake={() => settle(now, 'theirs')}
          />
        ) : undefined;
      }}
      foot={(submit) => (
        <div className={styles.foot}>
          <Button blocked={!previous} aria-label={t`Previous queen`} onClick={() => void go(previous)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button onClick={() => void go(next)}>
            <Trans>Skip</Trans>
            <ChevronRight aria-hidden="true" />
          </Button>
          {submit}
        </div>
      )}
    >
      <StateOf stored={stored} draft={draft} onDiscard={() => (dropDraft(key), setRound(round + 1))} />
      <EntryFields entries={entries} onChange={change} />
    </Form>
  );
}

/** The reason of a rejection, also if the draft was sent in the background. */
const useRefusal = (draft: Draft | undefined): Problem | undefined =>
  useMemo(() => (draft?.state === 'refused' && draft.problem ? new Problem(draft.problem) : undefined), [draft]);

/** Goes to a queen of the season; after the last one, to the list. */
function useGo({ apiary, year }: Season): (queen: string | null) => Promise<void> {
  const navigate = useNavigate();
  return (queen) =>
    navigate({
      to: '/record/$apiaryId/$year',
      params: { apiaryId: apiary.id, year: String(year) },
      search: queen ? { queen } : { view: 'list' },
    });
}
