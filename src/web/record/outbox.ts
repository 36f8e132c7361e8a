import type { QueryKey } from '@tanstack/react-query';
import { asProblem, Problem } from '../data/problem.js';
import { notice, queryClient } from '../data/query-client.js';
import { draftKey, draftOf, draftsOf, dropDraft, keepDraft, type Draft } from './draft-store.js';
import type { Evaluation } from './evaluation-data.js';
import { rebase } from './entries.js';
import { Changed, saveEvaluation } from './save-evaluation.js';
import { putInSeason } from './season-data.js';

export type Sent =
  | { state: 'saved'; evaluation: Evaluation }
  /** The draft stays in the queue: there was no response, or the response did not concern its values. */
  | { state: 'waiting' }
  | { state: 'refused'; problem: Problem };

/** Time to wait for a response; on a bad network the next colony does not wait longer. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Whether the server has accepted or rejected the values; otherwise they are sent again later. */
const isJudged = ({ status, code, errors }: Problem): boolean =>
  errors.length > 0 || code === 'changed' || code === 'CONFLICT' || code === 'BAD_USER_INPUT' || status === 403;

const underWay = new Map<number, Promise<Sent>>();

/** Sends a draft. After success it is deleted from the device, unless it was changed meanwhile. */
export function send(draft: Draft): Promise<Sent> {
  const before = underWay.get(draft.at);
  if (before) return before;
  const sending = sendOnce(draft).finally(() => underWay.delete(draft.at));
  underWay.set(draft.at, sending);
  return sending;
}

async function sendOnce(draft: Draft): Promise<Sent> {
  const key = draftKey(draft.account, draft.colony);
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const evaluation = await saveEvaluation({ ...draft, signal });
    putInSeason(draft.colony, evaluation);
    // Data of other pages are reloaded when they are next shown.
    const predicate = ({ queryKey: [kind] }: { queryKey: QueryKey }) => kind !== 'session' && kind !== 'season';
    void queryClient.invalidateQueries({ predicate, refetchType: 'none' });
    const now = draftOf(key);
    if (now?.at === draft.at) dropDraft(key);
    else if (now) keepDraft({ ...now, base: evaluation, entries: rebase(now.entries, draft.base, evaluation) });
    return { state: 'saved', evaluation };
  } catch (error) {
    const problem = asProblem(error);
    notice(problem);
    if (!isJudged(problem)) return { state: 'waiting' };
    if (draftOf(key)?.at === draft.at) {
      const { status, code, message, errors } = problem;
      const changed = error instanceof Changed ? { theirs: error.theirs, fields: error.fields } : undefined;
      keepDraft({ ...draft, state: 'refused', problem: { status, code, message, errors }, changed });
    }
    return { state: 'refused', problem };
  }
}

let sending: Promise<void> | null = null;

/** Sends waiting drafts one by one, until all are sent or a response is missing. */
export function sendWaiting(account: string): Promise<void> {
  sending ??= sendEach(account).finally(() => (sending = null));
  return sending;
}

async function sendEach(account: string): Promise<void> {
  for (const { colony } of draftsOf(account).filter(({ state }) => state === 'waiting')) {
    // It may have been discarded or changed while others were sent.
    const draft = draftOf(draftKey(account, colony));
    if (draft?.state !== 'waiting') continue;
    const { state } = await send(draft);
    if (state === 'waiting') return;
  }
}
