import { asProblem, Problem } from '../data/problem.js';
import { notice, queryClient } from '../data/query-client.js';
import type { DraftStore, Unsaved } from './draft-store.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';
import { rebase } from './entries.js';
import { Changed, saveEvaluation } from './save-evaluation.js';
import { Overruled, saveInspection } from './save-inspection.js';
import { putInHive, putInSeason } from './season-data.js';

/** `waiting`: the draft stays in the queue, because there was no response, or it did not concern the values. */
export type Sent = 'saved' | 'waiting' | 'refused';

/** Time to wait for a response; on a bad network the next colony does not wait longer. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Whether the server has accepted or rejected the values; otherwise they are sent again later. */
const isJudged = ({ status, code, errors, notFound }: Problem): boolean =>
  errors.length > 0 ||
  ['changed', 'overruled', 'CONFLICT', 'BAD_USER_INPUT'].includes(code) ||
  status === 403 ||
  notFound;

const underWay = new Map<number, Promise<Sent>>();

/**
 * Sends a draft, at most once at a time. If it is rejected, the reason is kept with it.
 * @param write writes the values and removes the draft
 * @param reason what to keep of a rejection besides the problem
 */
function sendOnce<Kept extends Unsaved>(
  store: DraftStore<Kept>,
  draft: Kept,
  write: (signal: AbortSignal) => Promise<void>,
  reason: (error: unknown) => Partial<Kept>,
): Promise<Sent> {
  async function attempt(): Promise<Sent> {
    try {
      await write(AbortSignal.timeout(ANSWER_TIMEOUT_MS));
      return 'saved';
    } catch (error) {
      const problem = asProblem(error);
      notice(problem);
      if (!isJudged(problem)) return 'waiting';
      const now = store.of(store.keyOf(draft));
      if (now?.at === draft.at) {
        const { status, code, message, errors } = problem;
        store.keep({ ...now, state: 'refused', problem: { status, code, message, errors }, ...reason(error) });
      }
      return 'refused';
    }
  }
  const before = underWay.get(draft.at);
  if (before) return before;
  const sending = attempt().finally(() => underWay.delete(draft.at));
  underWay.set(draft.at, sending);
  return sending;
}

/** Data of other pages are reloaded when they are next shown. */
const forgetOtherPages = () =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind !== 'session' && kind !== 'season',
    refetchType: 'none',
  });

/** Sends an evaluation. After success it is deleted from the device, unless it was changed meanwhile. */
export function send(draft: Draft): Promise<Sent> {
  const key = evaluationDrafts.keyOf(draft);
  async function write(signal: AbortSignal): Promise<void> {
    const evaluation = await saveEvaluation({ ...draft, signal });
    putInSeason(draft.colony, evaluation);
    forgetOtherPages();
    const now = evaluationDrafts.of(key);
    if (now?.at === draft.at) evaluationDrafts.drop(key);
    else if (now) {
      evaluationDrafts.keep({ ...now, base: evaluation, entries: rebase(now.entries, draft.base, evaluation) });
    }
  }
  return sendOnce(evaluationDrafts, draft, write, (error) =>
    error instanceof Changed ? { changed: { theirs: error.theirs, fields: error.fields } } : { changed: undefined },
  );
}

/** Sends an inspection. After success it is deleted from the device, unless it was changed meanwhile. */
export function sendInspection(draft: InspectionDraft): Promise<Sent> {
  const key = inspectionDrafts.keyOf(draft);
  const noteCreated = (createdId: string) => inspectionDrafts.amend(key, draft.at, { createdId });
  async function write(signal: AbortSignal): Promise<void> {
    const heir = await saveInspection(draft, noteCreated, signal);
    forgetOtherPages();
    if (draft.inspection.outcome !== 'kept') putInHive(draft.colony, heir);
    if (inspectionDrafts.of(key)?.at === draft.at) inspectionDrafts.drop(key);
  }
  return sendOnce(inspectionDrafts, draft, write, (error) =>
    error instanceof Overruled ? { changed: error.present } : { changed: undefined },
  );
}

/** Whether anything is left to be sent. */
export const hasWaiting = (account: string): boolean =>
  [evaluationDrafts, inspectionDrafts].some((store) =>
    store.ofAccount(account).some(({ state }) => state === 'waiting'),
  );

let sending: Promise<void> | null = null;

/** Sends waiting drafts one by one, until all are sent or a response is missing. */
export function sendWaiting(account: string): Promise<void> {
  sending ??= sendEach(account).finally(() => (sending = null));
  return sending;
}

async function sendEach(account: string): Promise<void> {
  const sends = [
    ...waitingIn(evaluationDrafts, account, send),
    ...waitingIn(inspectionDrafts, account, sendInspection),
  ];
  for (const sendNext of sends) if ((await sendNext()) === 'waiting') return;
}

function waitingIn<Kept extends Unsaved>(
  store: DraftStore<Kept>,
  account: string,
  sendDraft: (draft: Kept) => Promise<Sent>,
): (() => Promise<Sent | undefined>)[] {
  const waiting = store.ofAccount(account).filter(({ state }) => state === 'waiting');
  return waiting.map(store.keyOf).map((key) => async () => {
    // It may have been discarded or changed while others were sent.
    const draft = store.of(key);
    return draft?.state === 'waiting' ? sendDraft(draft) : undefined;
  });
}
