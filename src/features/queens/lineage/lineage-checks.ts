import { checkLineage, type Broken } from './check-lineage.js';
import { checkRings, type Changed, type Ring } from './check-cycles.js';
import { isMateItself } from './cycles.js';
import type { Unit } from '../../writes/write.js';
import type { Matings } from '../matings.js';
import type { Queen } from '../queen.entity.js';
import type { QueenInHand } from '../queen-in-hand.js';

/** Judges the pedigree as it stands after the write; each fault is told of the member that brought it about. */
export async function judgeLineage(unit: Unit, queens: readonly QueenInHand[], matings: Matings): Promise<void> {
  const inHand = new Map(queens.map((queen) => [queen.next.id, queen]));
  const found: Broken[] = await checkLineage(unit.db, unit.accountId, [
    ...new Set([...inHand.keys(), ...matings.set.keys()]),
  ]);
  for (const ring of await checkRings(unit.db, unit.accountId, changedLinks(queens, matings))) {
    const { queenId, otherId, motherId, link, isAncestor, message, params } = ring;
    const fault = { message, code: 'pedigree_ring', params } as const;
    if (isAncestor && link !== 'mated_to')
      found.push({ daughterId: queenId, parentId: otherId, motherId, link, ...fault });
    else unit.faults.push({ ...fault, path: memberOf(ring, inHand, matings) });
  }
  const told = found.map((broken) => ({ ...broken, path: linkAtFault(broken, inHand, matings) }));
  const direct = told.filter(({ path }) => path !== undefined);
  // A link that was there before is broken only through what is told already, or through a date or a generation.
  for (const broken of direct.length > 0 ? direct : told) {
    const { message, code, params } = broken;
    unit.faults.push({ path: broken.path ?? factAtFault(broken, inHand), message, code, params });
  }
}

const isNew = ({ before, next }: QueenInHand, field: keyof Queen) =>
  (next[field] ?? null) !== (before?.[field] ?? null);

const ofMating = (queen: Partial<Queen> | null) =>
  isMateItself({ matingType: queen?.matingType ?? null, sdiCode: queen?.sdiCode ?? null });

/** Nobody names a queen who is just being made: what closes a ring by her is her mother's mating, or none. */
function changedLinks(queens: readonly QueenInHand[], { set }: Matings): Changed {
  const known = queens.filter(({ before }) => before !== null);
  const mated = known.filter(
    (queen) => isNew(queen, 'matedToId') || ofMating(queen.before) !== ofMating(queen.next as Partial<Queen>),
  );
  const born = known.filter((queen) => isNew(queen, 'motherId') || (!queen.next.motherId && isNew(queen, 'fatherId')));
  return { mated: [...set.keys(), ...mated.map(({ next }) => next.id)], born: born.map(({ next }) => next.id) };
}

/** The member by which a birth or a mating is one that cannot have been. */
function memberOf({ queenId, motherId, link }: Ring, inHand: InHand, { set }: Matings): string {
  const queen = inHand.get(queenId);
  if (link !== 'mated_to') return queen!.path + (motherId === null ? 'fatherId' : 'motherId');
  return set.get(queenId)?.path ?? queen!.path + (isNew(queen!, 'matingType') ? 'matingType' : 'sdiCode');
}

type InHand = ReadonlyMap<string, QueenInHand>;

/** The member that made the link: the daughter's own, or the mating of her mother that gave her this father. */
function linkAtFault({ daughterId, motherId, link }: Broken, inHand: InHand, matings: Matings): string | undefined {
  const daughter = inHand.get(daughterId);
  const field = `${link}Id` as const;
  if (daughter && daughter.given[field] !== undefined) return daughter.path + field;
  return link === 'father' && motherId !== null ? matings.set.get(motherId)?.path : undefined;
}

function factAtFault({ daughterId, parentId }: Broken, inHand: InHand): string {
  for (const queen of [inHand.get(parentId), inHand.get(daughterId)]) {
    for (const field of ['dateOfBirth', 'generation', 'motherId'] as const) {
      if (queen && queen.given[field] !== undefined) return queen.path + field;
    }
  }
  return 'input';
}
