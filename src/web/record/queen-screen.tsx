import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Problem } from '../data/problem.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Form } from '../ui/form.js';
import { useStillHere } from '../ui/sending.js';
import { hasTrait } from './entries.js';
import { EntryFields } from './entry-fields.js';
import { evaluationDrafts } from './evaluation-drafts.js';
import { inspectionDrafts } from './inspection-drafts.js';
import { InspectionFields } from './inspection-fields.js';
import { checkSuccessor, lineOf } from './inspection-words.js';
import { send, sendInspection, type Sent } from './outbox.js';
import { rememberEvaluator } from './remembered.js';
import type { Season } from './season-data.js';
import type { Place } from './season-list.js';
import { SettleEvaluation, SettleInspection } from './settle.js';
import { explainDeletion } from './vanished.js';
import { StateOf } from './state-of.js';
import { mostUrgent } from './unsaved.js';
import { useEntry } from './use-entry.js';
import { useInspection } from './use-inspection.js';
import styles from './queen-screen.module.css';

interface QueenScreenProps {
  account: string;
  season: Season;
  place: Place;
  /** The ids of the previous and the next queen in the order of hives. */
  previous: string | null;
  next: string | null;
}

/** The screen of a queen in a season: the user enters and saves values, and goes to the next hive. */
export function QueenScreen({ account, season, place, previous, next }: QueenScreenProps) {
  const { t } = useLingui();
  const { queen, draft, inspection: inspectionDraft } = place;
  const { entries, change } = useEntry(account, season, place);
  const { inspection, hasHive, change: changeInspection } = useInspection(account, season, place);
  const [round, setRound] = useState(0);
  // When the form is replaced, the element with the focus disappears, so the heading gets the focus.
  useEffect(() => {
    if (round > 0) document.querySelector('h1')?.focus();
  }, [round]);
  const go = useGo(season);
  const stillHere = useStillHere();
  const refused = mostUrgent([draft, inspectionDraft]);

  async function save(): Promise<void> {
    const isTested = hasTrait(entries);
    if (!isTested && !inspectionDraft) {
      const message = t`Enter at least one value or a note, or skip this queen.`;
      throw new Problem({ status: 0, code: 'empty', message });
    }
    checkSuccessor(inspection);
    const sends: (() => Promise<Sent>)[] = [];
    const waiting = { state: 'waiting', problem: undefined, changed: undefined } as const;
    if (draft && isTested) {
      if (entries.evaluator.trim()) rememberEvaluator(account, entries.evaluator.trim());
      const stored = evaluationDrafts.put({ ...draft, ...waiting });
      sends.push(() => send(stored));
    }
    if (inspectionDraft) {
      const stored = inspectionDrafts.put({ ...inspectionDraft, ...waiting, line: lineOf(inspection) });
      sends.push(() => sendInspection(stored));
    }
    if (sends.length > 0) void sendInBackground(sends);
    if (stillHere()) await go(next);
  }

  /** Sends the input for this queen in the background, while the user records the next hive. */
  async function sendInBackground(sends: (() => Promise<Sent>)[]): Promise<void> {
    const { name } = queen;
    const results: Sent[] = [];
    for (const each of sends) results.push(navigator.onLine ? await each() : 'unanswered');
    if (results.includes('refused')) announce(t`The values of ${name} were rejected. They remain on this device.`);
    else if (results.some((result) => result !== 'saved')) {
      if (evaluationDrafts.isStored && inspectionDrafts.isStored)
        announce(t`${name} is saved on this device and will be sent later.`);
      else
        announce(
          t`${name} is not saved. This device cannot store entries, so leave this page open until the values of the queen are sent.`,
        );
    } else announce(t`${name} is saved.`);
  }

  function discard(): void {
    if (draft) evaluationDrafts.remove(evaluationDrafts.keyOf(draft));
    if (inspectionDraft) inspectionDrafts.remove(inspectionDrafts.keyOf(inspectionDraft));
    setRound(round + 1);
  }

  const settled = () => setRound(round + 1);
  return (
    <Form
      key={round}
      staysEditable
      submit={next ? <Trans>Save, next</Trans> : <Trans>Save, finish</Trans>}
      refused={useRefusal(refused)}
      onSubmit={save}
      explain={(problem) => {
        const { code } = problem;
        if (code === 'changed' && draft?.changed)
          return <SettleEvaluation draft={draft} changed={draft.changed} onSettled={settled} />;
        if (code === 'overruled' && inspectionDraft?.changed) {
          return <SettleInspection draft={inspectionDraft} present={inspectionDraft.changed} onSettled={settled} />;
        }
        return explainDeletion(problem);
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
      <StateOf account={account} place={place} onDiscard={discard} />
      <InspectionFields inspection={inspection} hasHive={hasHive} onChange={changeInspection} />
      <EntryFields entries={entries} onChange={change} />
    </Form>
  );
}

/** The problem of a rejected draft, even if it was sent in the background. */
const useRefusal = (draft: Place['draft'] | Place['inspection']): Problem | undefined =>
  useMemo(() => (draft?.state === 'refused' && draft.problem ? new Problem(draft.problem) : undefined), [draft]);

/** Returns a function that opens the screen of a queen of the season or, without a queen, the list. */
function useGo({ apiary, year }: Season): (queen: string | null) => Promise<void> {
  const navigate = useNavigate();
  return (queen) =>
    navigate({
      to: '/record/$apiaryId/$year',
      params: { apiaryId: apiary.id, year: String(year) },
      search: queen ? { queen } : { view: 'list' },
    });
}
