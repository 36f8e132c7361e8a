import { asProblem, type Problem } from '../data/problem.js';
import { handleSessionEnd, queryClient } from '../data/query-client.js';
import { isRejection } from './requests.js';
import type { DraftStore, Unsaved } from './draft-store.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';
import { rebase } from './entries.js';
import { EvaluationConflict, saveEvaluation } from './save-evaluation.js';
import { InspectionConflict, saveInspection } from './save-inspection.js';
import { putInHive, putInSeason } from './season-data.js';

/**
 * The result of sending a draft (an evaluation or an inspection that is not saved on the server). After `unanswered`
 * and `waiting`, the draft stays in the queue. `unanswered`: the next drafts would also fail, for example because there
 * was no response. `waiting`: only this draft failed, but not because of its values.
 */
export type Sent = 'saved' | 'waiting' | 'unanswered' | 'refused';

/**
 * Whether other drafts would also fail, because there is no response or no session, or the limit of requests is
 * reached.
 */
const concernsAll = ({ status, signedOut }: Problem): boolean => signedOut || [0, 429, 502, 503, 504].includes(status);

/** The drafts that are being sent, by key. */
const sendings = new Map<string, { at: number; sending: Promise<Sent> }>();

/**
 * Sends a draft. If an earlier state of the draft is being sent, the present state is sent afterwards. If the server
 * rejects the draft, the problem is stored in the draft.
 * @param write writes the values, and removes the draft unless the user has changed it in the meantime
 * @param reason returns other members to store in the draft after a rejection
 */
function sendOnce<Stored extends Unsaved>(
  store: DraftStore<Stored>,
  draft: Stored,
  write: (draft: Stored) => Promise<void>,
  reason: (error: unknown) => Partial<Stored>,
): Promise<Sent> {
  const key = store.keyOf(draft);
  async function attempt(sent: Stored): Promise<Sent> {
    try {
      await write(sent);
      return 'saved';
    } catch (error) {
      const problem = asProblem(error);
      handleSessionEnd(problem);
      if (!isRejection(problem)) return concernsAll(problem) ? 'unanswered' : 'waiting';
      const now = store.of(key);
      if (now?.at === sent.at) {
        const { status, code, message, errors } = problem;
        store.put({ ...now, state: 'refused', problem: { status, code, message, errors }, ...reason(error) });
      }
      return 'refused';
    }
  }
  async function attemptNext(before: Promise<Sent>): Promise<Sent> {
    const result = await before;
    // The earlier attempt has stored its progress in the draft, so the draft is read again.
    const now = store.of(key);
    return now?.state === 'waiting' ? attempt(now) : result;
  }
  const before = sendings.get(key);
  if (before?.at === draft.at) return before.sending;
  const sending = (before ? attemptNext(before.sending) : attempt(draft)).finally(() => {
    if (sendings.get(key)?.sending === sending) sendings.delete(key);
  });
  sendings.set(key, { at: draft.at, sending });
  return sending;
}

/** Other pages must load their data again when they are shown next. */
const forgetOtherPages = () =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind !== 'session' && kind !== 'season',
    refetchType: 'none',
  });

/** Sends an evaluation. Then deletes the draft from the device, unless the user has changed it in the meantime. */
export function send(draft: Draft): Promise<Sent> {
  const key = evaluationDrafts.keyOf(draft);
  async function write(sent: Draft): Promise<void> {
    const evaluation = await saveEvaluation(sent);
    putInSeason(sent.colony, evaluation);
    forgetOtherPages();
    const now = evaluationDrafts.of(key);
    if (now?.at === sent.at) evaluationDrafts.remove(key);
    else if (now) {
      evaluationDrafts.put({ ...now, base: evaluation, entries: rebase(now.entries, sent.base, evaluation) });
    }
  }
  return sendOnce(evaluationDrafts, draft, write, (error) =>
    error instanceof EvaluationConflict
      ? { changed: { theirs: error.theirs, fields: error.fields } }
      : { changed: undefined },
  );
}

/** Sends an inspection. Then deletes the draft from the device, unless the user has changed it in the meantime. */
export function sendInspection(draft: InspectionDraft): Promise<Sent> {
  const key = inspectionDrafts.keyOf(draft);
  /** Stores the progress in the draft, even if the user has changed the draft in the meantime. */
  function note(change: Partial<InspectionDraft>): void {
    const now = inspectionDrafts.of(key);
    if (now?.creationKey === draft.creationKey) inspectionDrafts.update(key, now.at, change);
  }
  async function write(sent: InspectionDraft): Promise<void> {
    const successor = await saveInspection(sent, note);
    forgetOtherPages();
    const { outcome, status } = sent.inspection;
    if (outcome !== 'kept') putInHive(sent.colony, successor);
    if (inspectionDrafts.of(key)?.at === sent.at) inspectionDrafts.remove(key);
    // The values that this device has just written must not conflict with later changes of the user.
    else if (outcome !== 'kept') note({ overwritten: { status, hive: null, headedBy: successor } });
  }
  return sendOnce(inspectionDrafts, draft, write, (error) =>
    error instanceof InspectionConflict ? { changed: error.present } : { changed: undefined },
  );
}

export const hasWaiting = (account: string): boolean =>
  [evaluationDrafts, inspectionDrafts].some((store) =>
    store.ofAccount(account).some(({ state }) => state === 'waiting'),
  );

let sending: Promise<void> | null = null;

/** Sends waiting drafts one by one. Stops if the result of a draft is `unanswered`. */
export function sendWaiting(account: string): Promise<void> {
  sending ??= sendEach(account).finally(() => (sending = null));
  return sending;
}

async function sendEach(account: string): Promise<void> {
  const sends = [
    ...waitingIn(evaluationDrafts, account, send),
    ...waitingIn(inspectionDrafts, account, sendInspection),
  ];
  for (const sendNext of sends) if ((await sendNext()) === 'unanswered') return;
}

function waitingIn<Stored extends Unsaved>(
  store: DraftStore<Stored>,
  account: string,
  sendDraft: (draft: Stored) => Promise<Sent>,
): (() => Promise<Sent | undefined>)[] {
  const waiting = store.ofAccount(account).filter(({ state }) => state === 'waiting');
  return waiting.map(store.keyOf).map((key) => async () => {
    // The user may have discarded or changed the draft while others were sent.
    const draft = store.of(key);
    return draft?.state === 'waiting' ? sendDraft(draft) : undefined;
  });
}
