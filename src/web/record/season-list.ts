import { byName } from '../data/natural-order.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { draftKey, type Draft } from './evaluation-drafts.js';
import { inspectionKey, type InspectionDraft } from './inspection-drafts.js';
import type { Evaluation } from './evaluation-data.js';
import { nameOf, type Season, type SeasonQueen } from './season-data.js';

/** A queen of a season, with her evaluation, and with the input for her that is only on this device (drafts). */
export interface Place {
  queen: PickedQueen;
  hive: { id: string; name: string } | null;
  stored: Evaluation | null;
  draft: Draft | undefined;
  inspection: InspectionDraft | undefined;
}

interface OnDevice {
  account: string;
  drafts: ReadonlyMap<string, Draft>;
  inspections: ReadonlyMap<string, InspectionDraft>;
  /** Queens that have no hive at this apiary, and that the user has added. */
  added: readonly PickedQueen[];
}

const picked = (queen: SeasonQueen): PickedQueen => {
  const { id, name, externalId, dateOfBirth } = nameOf(queen);
  return { id, name, externalId, dateOfBirth };
};

/**
 * Returns the queens of a season in natural order of the hives: hive 2 before hive 10. Then lists queens without a hive
 * at this apiary by name, if they have an evaluation or a draft, or were added by the user.
 */
export function placesOf(
  { apiary, year, hives, evaluations }: Season,
  { account, drafts, inspections, added }: OnDevice,
): Place[] {
  const stored = new Map(evaluations.map(({ evaluation }) => [evaluation.queenId, evaluation]));
  const place = (queen: PickedQueen, hive: Place['hive'] = null): Place => ({
    queen,
    hive,
    stored: stored.get(queen.id) ?? null,
    draft: drafts.get(draftKey(account, { apiaryId: apiary.id, year, queenId: queen.id })),
    inspection: inspections.get(inspectionKey(account, { apiaryId: apiary.id, queenId: queen.id })),
  });
  const inHives = [...hives]
    .sort(byName)
    .flatMap(({ id, name, queen }) => (queen ? [place(picked(queen), { id, name })] : []));
  const seen = new Set(inHives.map(({ queen }) => queen.id));
  const here = [...drafts.values(), ...inspections.values()].filter(
    ({ account: whose, colony }) => whose === account && colony.apiaryId === apiary.id && colony.year === year,
  );
  const elsewhere = [
    ...evaluations.flatMap(({ queen }) => (queen ? [picked(queen)] : [])),
    ...here.map(({ queen }) => queen),
    ...added,
  ]
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .sort(byName);
  return [...inHives, ...elsewhere.map((queen) => place(queen))];
}
