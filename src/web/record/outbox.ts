import { asProblem, type Problem } from '../data/problem.js';
import { notice, queryClient } from '../data/query-client.js';
import { isJudged } from './answers.js';
import type { DraftStore, Unsaved } from './draft-store.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';
import { rebase } from './entries.js';
import { Changed, saveEvaluation } from './save-evaluation.js';
import { Overruled, saveInspection } from './save-inspection.js';
import { putInHive, putInSeason } from './season-data.js';

/**
 * `unanswered`: the draft stays in the queue, because there was no response; `waiting`: because the response did not
 * concern the values.
 */
export type Sent = 'saved' | 'waiting' | 'unanswered' | 'refused';

/** Whether other drafts would fail, too: there is no response, no session, or no time for requests. */
const concernsAll = ({ status, signedOut }: Problem): boolean => signedOut || [0, 429, 502, 503, 504].includes(status);

/** What is being sent, by the key of the draft. */
const underWay = new Map<string, { at: number; sending: Promise<Sent> }>();

/**
 * Sends a draft. If an earlier state of it is being sent, the present one follows. If it is rejected, the reason is
 * kept with it.
 * @param write writes the values and removes the draft
 * @param reason what to keep of a rejection besides the problem
 */
function sendOnce<Kept extends Unsaved>(
  store: DraftStore<Kept>,
  draft: Kept,
  write: (draft: Kept) => Promise<void>,
  reason: (error: unknown) => Partial<Kept>,
): Promise<Sent> {
  const key = store.keyOf(draft);
  async function attempt(sent: Kept): Promise<Sent> {
    try {
      await write(sent);
      return 'saved';
    } catch (error) {
      const problem = asProblem(error);
      notice(problem);
      if (!isJudged(problem)) return concernsAll(problem) ? 'unanswered' : 'waiting';
      const now = store.of(key);
      if (now?.at === sent.at) {
        const { status, code, message, errors } = problem;
        store.keep({ ...now, state: 'refused', problem: { status, code, message, errors }, ...reason(error) });
      }
      return 'refused';
    }
  }
  async function attemptNext(before: Promise<Sent>): Promise<Sent> {
    const result = await before;
    // The earlier attempt has noted in the draft what it wrote.
    const now = store.of(key);
    return now?.state === 'waiting' ? attempt(now) : result;
  }
  const before = underWay.get(key);
  if (before?.at === draft.at) return before.sending;
  const sending = (before ? attemptNext(before.sending) : attempt(draft)).finally(() => {
    if (underWay.get(key)?.sending === sending) underWay.delete(key);
  });
  underWay.set(key, { at: draft.at, sending });
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
  async function write(sent: Draft): Promise<void> {
    const evaluation = await saveEvaluation(sent);
    putInSeason(sent.colony, evaluation);
    forgetOtherPages();
    const now = evaluationDrafts.of(key);
    if (now?.at === sent.at) evaluationDrafts.drop(key);
    else if (now) {
      evaluationDrafts.keep({ ...now, base: evaluation, entries: rebase(now.entries, sent.base, evaluation) });
    }
  }
  return sendOnce(evaluationDrafts, draft, write, (error) =>
    error instanceof Changed ? { changed: { theirs: error.theirs, fields: error.fields } } : { changed: undefined },
  );
}

/** Sends an inspection. After success it is deleted from the device, unless it was changed meanwhile. */
export function sendInspection(draft: InspectionDraft): Promise<Sent> {
  const key = inspectionDrafts.keyOf(draft);
  /** Notes what was written, also if the user changed the draft meanwhile. */
  function note(change: Partial<InspectionDraft>): void {
    const now = inspectionDrafts.of(key);
    if (now?.creationKey === draft.creationKey) inspectionDrafts.amend(key, now.at, change);
  }
  async function write(sent: InspectionDraft): Promise<void> {
    const successor = await saveInspection(sent, note);
    forgetOtherPages();
    const { outcome, status } = sent.inspection;
    if (outcome !== 'kept') putInHive(sent.colony, successor);
    if (inspectionDrafts.of(key)?.at === sent.at) inspectionDrafts.drop(key);
    // What this device wrote does not conflict with what the user changed meanwhile.
    else if (outcome !== 'kept') note({ overwritten: { status, hive: null, headedBy: successor } });
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
  for (const sendNext of sends) if ((await sendNext()) === 'unanswered') return;
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
