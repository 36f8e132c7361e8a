import { rebase } from './entries.js';
import { evaluationDrafts, type Draft } from './evaluation-drafts.js';
import { blankInspection, isBlank, type Present } from './inspection.js';
import { inspectionDrafts, type InspectionDraft } from './inspection-drafts.js';
import { EvaluationChoice } from './meanwhile.js';
import { InspectionChoice } from './overruled.js';
import { putInSeason } from './season-data.js';

const OPEN = { state: 'open', problem: undefined, changed: undefined } as const;

interface SettleEvaluationProps {
  draft: Draft;
  changed: NonNullable<Draft['changed']>;
  onSettled: () => void;
}

/**
 * Lets the user resolve a conflict of an evaluation. Afterwards, the input is compared with the values that are stored
 * now.
 */
export function SettleEvaluation({ draft, changed: { theirs, fields }, onSettled }: SettleEvaluationProps) {
  function settle(whose: 'mine' | 'theirs'): void {
    putInSeason(draft.colony, theirs);
    onSettled();
    if (!theirs && whose === 'theirs') return evaluationDrafts.remove(evaluationDrafts.keyOf(draft));
    const left = whose === 'theirs' ? fields : [];
    const entries = theirs ? rebase(draft.entries, draft.base, theirs, left) : draft.entries;
    evaluationDrafts.put({ ...draft, ...OPEN, base: theirs, entries });
  }
  return (
    <EvaluationChoice
      theirs={theirs}
      fields={fields}
      entries={draft.entries}
      onKeep={() => settle('mine')}
      onTake={() => settle('theirs')}
    />
  );
}

interface SettleInspectionProps {
  draft: InspectionDraft;
  present: Present;
  onSettled: () => void;
}

/**
 * Lets the user resolve a conflict of an inspection. The note always remains. The outcome (a loss or a new queen)
 * remains only if the user chooses his or her own version.
 */
export function SettleInspection({ draft, present, onSettled }: SettleInspectionProps) {
  const { inspection, hive } = draft;
  function keep(): void {
    onSettled();
    inspectionDrafts.put({ ...draft, ...OPEN, overwritten: present });
  }
  function take(): void {
    onSettled();
    const { day, isSeen, note } = inspection;
    const left = { ...blankInspection(day), isSeen, note };
    if (isBlank(left)) inspectionDrafts.remove(inspectionDrafts.keyOf(draft));
    else inspectionDrafts.put({ ...draft, ...OPEN, inspection: left });
  }
  return <InspectionChoice {...{ inspection, hive, present }} onKeep={keep} onTake={take} />;
}
