import { checkLineage, type BrokenLink } from './check-lineage.js';
import { checkCycles, type ChangedLinks, type Cycle } from './check-cycles.js';
import { isMateItself } from './cycles.js';
import type { WriteUnit } from '../../writes/write.js';
import type { Matings } from '../matings.js';
import type { Queen } from '../queen.entity.js';
import type { QueenWrite } from '../queen-write.js';

/** Checks the pedigree after the write and reports each fault at the member that caused it. */
export async function reportLineageFaults(
  unit: WriteUnit,
  queens: readonly QueenWrite[],
  matings: Matings,
): Promise<void> {
  const writes = new Map(queens.map((queen) => [queen.next.id, queen]));
  const found: BrokenLink[] = await checkLineage(unit.db, unit.accountId, [
    ...new Set([...writes.keys(), ...matings.set.keys()]),
  ]);
  for (const cycle of await checkCycles(unit.db, unit.accountId, changedLinks(queens, matings))) {
    const { queenId, otherId, motherId, link, isAncestor, message, params } = cycle;
    const fault = { message, code: 'pedigree_ring', params } as const;
    if (isAncestor && link !== 'mated_to')
      found.push({ daughterId: queenId, parentId: otherId, motherId, link, ...fault });
    else unit.faults.push({ ...fault, path: memberOf(cycle, writes, matings) });
  }
  const located = found.map((broken) => ({ ...broken, path: linkAtFault(broken, writes, matings) }));
  const direct = located.filter(({ path }) => path !== undefined);
  // A link without a path was not changed by the request. If changed links break rules, only these links are reported,
  // because they can be the cause of the other faults. If no changed link breaks a rule, the cause is a date or a
  // generation.
  for (const broken of direct.length > 0 ? direct : located) {
    const { message, code, params } = broken;
    unit.faults.push({ path: broken.path ?? factAtFault(broken, writes), message, code, params });
  }
}

const isNew = ({ before, next }: QueenWrite, field: keyof Queen) => (next[field] ?? null) !== (before?.[field] ?? null);

const ofMating = (queen: Partial<Queen> | null) =>
  isMateItself({ matingType: queen?.matingType ?? null, sdiCode: queen?.sdiCode ?? null });

/**
 * Returns the changed links of existing queens. No row refers to a new queen, so only a new mating of her mother can
 * close a cycle through her.
 */
function changedLinks(queens: readonly QueenWrite[], { set }: Matings): ChangedLinks {
  const known = queens.filter(({ before }) => before !== null);
  const mated = known.filter(
    (queen) => isNew(queen, 'matedToId') || ofMating(queen.before) !== ofMating(queen.next as Partial<Queen>),
  );
  const born = known.filter((queen) => isNew(queen, 'motherId') || (!queen.next.motherId && isNew(queen, 'fatherId')));
  return { mated: [...set.keys(), ...mated.map(({ next }) => next.id)], born: born.map(({ next }) => next.id) };
}

/** Path of the member that makes a birth or a mating impossible. */
function memberOf({ queenId, motherId, link }: Cycle, writes: WritesById, { set }: Matings): string {
  const [queen, mating] = [writes.get(queenId), set.get(queenId)];
  if (link === 'mated_to' && mating) return mating.path;
  if (!queen) return 'input';
  if (link !== 'mated_to') return queen.path + (motherId === null ? 'fatherId' : 'motherId');
  return queen.path + (isNew(queen, 'matingType') ? 'matingType' : 'sdiCode');
}

type WritesById = ReadonlyMap<string, QueenWrite>;

/**
 * Path of the member that created the link: a member of the daughter, or the mating of her mother, which set the
 * father.
 */
function linkAtFault(
  { daughterId, motherId, link }: BrokenLink,
  writes: WritesById,
  matings: Matings,
): string | undefined {
  const daughter = writes.get(daughterId);
  const field = `${link}Id` as const;
  if (daughter && daughter.fields[field] !== undefined) return daughter.path + field;
  return link === 'father' && motherId !== null ? matings.set.get(motherId)?.path : undefined;
}

function factAtFault({ daughterId, parentId }: BrokenLink, writes: WritesById): string {
  for (const queen of [writes.get(parentId), writes.get(daughterId)]) {
    for (const field of ['dateOfBirth', 'generation', 'motherId'] as const) {
      if (queen && queen.fields[field] !== undefined) return queen.path + field;
    }
  }
  return 'input';
}
