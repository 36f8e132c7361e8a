import { ask, graphql } from '../data/graphql.js';
import { asProblem, Problem } from '../data/problem.js';
import { rest } from '../data/rest.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { isOverruled, isSamePresent, withLine, type Present } from './inspection.js';
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

/** Others recorded a move or another status meanwhile. */
export class Overruled extends Problem {
  readonly present: Present;

  constructor(present: Present) {
    super({ status: 409, code: 'overruled', message: 'The queen or the hive was changed meanwhile.' });
    this.present = present;
  }
}

/** Attempts if others write at the same time. */
const ATTEMPTS = 3;

/**
 * Writes an inspection: the note and her status in one step, then the new queen of the hive. What is written already
 * is left out, so repeating it has no effect.
 * @param noteCreated called with the id of the new queen, once she exists
 * @returns the queen that heads the hive from now on, if there is one
 * @throws {Overruled} if others recorded a move or another status meanwhile
 * @throws {Problem}
 */
export async function saveInspection(
  draft: InspectionDraft,
  noteCreated: (id: string) => void,
  signal?: AbortSignal,
): Promise<PickedQueen | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await saveOnce(draft, noteCreated, signal);
    } catch (error) {
      if (attempt === ATTEMPTS || !isOutdated(error)) throw error;
    }
  }
}

/** Whether a row was changed between reading and writing it. */
const isOutdated = (error: unknown): boolean => asProblem(error).errors.some(({ path }) => /ifUpdatedAt$/.test(path));

async function saveOnce(
  draft: InspectionDraft,
  noteCreated: (id: string) => void,
  signal?: AbortSignal,
): Promise<PickedQueen | null> {
  const { colony, inspection, line, overwritten } = draft;
  const { outcome, status, successor, known } = inspection;
  const isReplaced = outcome === 'replaced' && colony.hiveId !== null;
  let successorId = (isReplaced && (successor === 'known' ? known?.id : draft.createdId)) || null;
  const before = await readNow(colony, successorId, signal);
  const present = presentOf(before);
  const isAccepted = overwritten !== undefined && isSamePresent(overwritten, present);
  if (!isAccepted && isOverruled(inspection, colony, present, successorId)) throw new Overruled(present);

  if (isReplaced && successor === 'new' && successorId === null) {
    successorId = await createQueen(draft, before.queen.generation, signal);
    noteCreated(successorId);
  }
  const notes = withLine(before.queen.notes, line);
  const change = {
    ...(notes !== null && { notes }),
    ...(outcome !== 'kept' && status !== present.status && { status }),
  };
  if (Object.keys(change).length > 0) {
    const inputs = [{ id: colony.queenId, ifUpdatedAt: before.queen.updatedAt, ...change }];
    await ask(CHANGE, { inputs }, signal);
  }
  return successorId === null ? null : putInHive(draft, successorId, signal);
}

async function readNow(
  { queenId, hiveId }: InspectionDraft['colony'],
  successorId: string | null,
  signal?: AbortSignal,
) {
  // An empty id finds nothing.
  const found = await ask(NOW, { queenId, hiveId: hiveId ?? '', successorId: successorId ?? '' }, signal);
  if (!found.queen) throw new Problem({ status: 404, code: 'NOT_FOUND', message: 'The queen no longer exists.' });
  return { ...found, queen: found.queen };
}

const presentOf = ({ queen, hive }: Awaited<ReturnType<typeof readNow>>): Present => ({
  status: queen.status,
  hive: queen.hive && { id: queen.hive.id, name: queen.hive.name, apiary: queen.hive.apiary?.name ?? null },
  headedBy: hive?.queen ?? null,
});

/** @returns the id of the new queen. An F0 queen's daughter is F1; any other queen is F0, whose dam may be unknown. */
async function createQueen(
  { inspection: { newQueen }, colony, creationKey }: InspectionDraft,
  generation: string,
  signal?: AbortSignal,
): Promise<string> {
  const { name, externalId, isDaughter } = newQueen;
  const body = {
    generation: isDaughter && generation === 'F0' ? 'F1' : 'F0',
    ...(name.trim() && { queen_name: name.trim() }),
    ...(externalId.trim() && { external_id: externalId.trim() }),
    ...(isDaughter && { mother_id: colony.queenId }),
  };
  const options = { headers: { 'Idempotency-Key': creationKey }, signal };
  return (await rest<{ id: string }>('POST', '/api/v1/queens', body, options)).id;
}

/** The new queen heads the inspected hive, and leaves any other. */
async function putInHive(
  { colony }: InspectionDraft,
  successorId: string,
  signal?: AbortSignal,
): Promise<PickedQueen | null> {
  const { hive, successor } = await readNow(colony, successorId, signal);
  if (!successor || hive?.queen?.id === successorId) return successor;
  const former = successor.hive;
  const inputs = [
    { hiveId: colony.hiveId!, queenId: successorId, ifUpdatedAt: hive?.updatedAt },
    ...(former ? [{ hiveId: former.id, queenId: null, ifUpdatedAt: former.updatedAt }] : []),
  ];
  await ask(ASSIGN, { inputs }, signal);
  return successor;
}
