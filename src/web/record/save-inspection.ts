import { t } from '@lingui/core/macro';
import { ask, graphql } from '../data/graphql.js';
import { asProblem, Problem } from '../data/problem.js';
import { requestTimeout } from './requests.js';
import { createQueen, type Progress } from './create-successor.js';
import { hasLeft, type LifeStatusWord } from '../i18n/words.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { hasConflict, isSamePresent, addLine, type Present } from './inspection.js';
import type { InspectionDraft } from './inspection-drafts.js';

const HEADED = graphql(`
  fragment HeadedHive on Hive @_unmask {
    id
    name
    updatedAt
    apiary {
      name
    }
    queen {
      id
      name
    }
  }
`);

const NOW = graphql(
  `
    query InspectedColony($queenId: ID!, $hiveId: ID!, $successorId: ID!) {
      queen(id: $queenId) {
        status
        generation
        notes
        updatedAt
        hive {
          ...HeadedHive
        }
      }
      hive(id: $hiveId) {
        ...HeadedHive
      }
      successor: queen(id: $successorId) {
        id
        name
        externalId
        dateOfBirth
        status
        hive {
          ...HeadedHive
        }
      }
    }
  `,
  [HEADED],
);

const CHANGE = graphql(`
  mutation RecordInspection($inputs: [QueenChangeInput!]!) {
    updateQueens(inputs: $inputs) {
      id
    }
  }
`);

const ASSIGN = graphql(`
  mutation AssignSuccessor($inputs: [QueenAssignment!]!) {
    assignQueens(inputs: $inputs) {
      id
    }
  }
`);

/** Thrown if another user has changed the status or the hive of the queen, or the queen of the hive. */
export class InspectionConflict extends Problem {
  readonly present: Present;

  constructor(present: Present) {
    super({ status: 409, code: 'overruled', message: 'The queen or the hive was changed meanwhile.' });
    this.present = present;
  }
}

/** Maximum number of attempts if other users write at the same time. */
const ATTEMPTS = 3;

/**
 * Writes an inspection: creates the new queen if there is one, writes the note and the status in one request, and then
 * puts the new queen into the hive. Omits writes that were already made, so a repeated call changes nothing.
 * @param noteProgress stores the progress in the draft, for the next attempt
 * @returns the new queen that now heads the hive; null if there is none
 * @throws {InspectionConflict} if another user has changed the status or hive of the queen, or the queen of the hive
 * @throws {Problem}
 */
export async function saveInspection(
  draft: InspectionDraft,
  noteProgress: (progress: Progress) => void,
): Promise<PickedQueen | null> {
  const current = { ...draft };
  function note(progress: Progress): void {
    Object.assign(current, progress);
    noteProgress(progress);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await saveOnce(current, note);
    } catch (error) {
      if (attempt === ATTEMPTS || !isOutdated(error)) throw error;
    }
  }
}

/** Whether another user has changed a row after it was read. */
const isOutdated = (error: unknown): boolean => asProblem(error).errors.some(({ path }) => /ifUpdatedAt$/.test(path));

async function saveOnce(draft: InspectionDraft, note: (progress: Progress) => void): Promise<PickedQueen | null> {
  const { colony, inspection, line, overwritten, created, sentLines = [] } = draft;
  const { outcome, status, successor, known } = inspection;
  const isReplaced = outcome === 'replaced' && colony.hiveId !== null;
  let successorId = (isReplaced && { known: known?.id, new: created?.id, unknown: null }[successor]) || null;
  const before = await readPresent(colony, successorId);
  if (isReplaced && successor === 'known') checkKnown(before.successor);
  const present = presentOf(before, colony);
  const isAccepted = overwritten !== undefined && isSamePresent(overwritten, present);
  if (!isAccepted && hasConflict(inspection, colony, present, successorId)) throw new InspectionConflict(present);

  if (isReplaced && successor === 'new') successorId = await createQueen(draft, before.queen.generation, note);
  const notes = addLine(before.queen.notes, line, sentLines);
  const change = {
    ...(notes !== null && { notes }),
    ...(outcome !== 'kept' && status !== present.status && { status }),
  };
  if (Object.keys(change).length > 0) {
    note({ sentLines: [...sentLines, line] });
    const inputs = [{ id: colony.queenId, ifUpdatedAt: before.queen.updatedAt, ...change }];
    await ask(CHANGE, { inputs }, requestTimeout());
  }
  return successorId === null ? null : assignSuccessor(draft, successorId);
}

/**
 * Checks the existing queen that will head the hive. The check precedes the first write.
 * @throws {Problem} if the queen was deleted, merged into another queen, or is lost, dead or sold
 */
function checkKnown(known: { status: LifeStatusWord | null } | null): void {
  if (known && !hasLeft(known.status)) return;
  const fault = known
    ? { message: 'must be a living queen', code: 'not_living', params: { status: known.status } }
    : { message: t`no longer exists`, code: 'deleted' };
  const errors = [{ path: 'known', ...fault }];
  throw new Problem({ status: 400, code: 'validation_failed', message: '', errors });
}

async function readPresent({ queenId, hiveId }: InspectionDraft['colony'], successorId: string | null) {
  // For a missing id, the request contains an empty id, which finds no row.
  const found = await ask(NOW, { queenId, hiveId: hiveId ?? '', successorId: successorId ?? '' }, requestTimeout());
  if (!found.queen) throw new Problem({ status: 404, code: 'NOT_FOUND', message: 'The queen no longer exists.' });
  return { ...found, queen: found.queen };
}

const presentOf = (
  { queen, hive }: Awaited<ReturnType<typeof readPresent>>,
  { hiveId }: InspectionDraft['colony'],
): Present => ({
  status: queen.status,
  hive: queen.hive && { id: queen.hive.id, name: queen.hive.name, apiary: queen.hive.apiary?.name ?? null },
  headedBy: hive?.queen ?? null,
  isHiveDeleted: hiveId !== null && !hive,
});

/**
 * Puts the new queen into the inspected hive, and removes her from any other hive. Does nothing if the hive or
 * the new queen was deleted.
 */
async function assignSuccessor({ colony }: InspectionDraft, successorId: string): Promise<PickedQueen | null> {
  const { hive, successor } = await readPresent(colony, successorId);
  if (!successor || !hive) return null;
  if (hive.queen?.id === successorId) return successor;
  const former = successor.hive;
  const inputs = [
    { hiveId: hive.id, queenId: successorId, ifUpdatedAt: hive.updatedAt },
    ...(former ? [{ hiveId: former.id, queenId: null, ifUpdatedAt: former.updatedAt }] : []),
  ];
  await ask(ASSIGN, { inputs }, requestTimeout());
  return successor;
}
