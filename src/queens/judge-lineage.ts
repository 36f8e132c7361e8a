import { checkLineage, type Broken } from '../pedigree/check-lineage.js';
import type { Unit } from '../writes/write.js';
import type { Matings } from './matings.js';
import type { QueenInHand } from './write-queens.js';

/** Judges the pedigree as it stands after the write; each fault is told of the member that brought it about. */
export async function judgeLineage(unit: Unit, queens: readonly QueenInHand[], matings: Matings): Promise<void> {
  const inHand = new Map(queens.map((queen) => [queen.next.id, queen]));
  const found = await checkLineage(unit.db, unit.accountId, [...new Set([...inHand.keys(), ...matings.set.keys()])]);
  const told = found.map((broken) => ({ ...broken, path: linkAtFault(broken, inHand, matings) }));
  const direct = told.filter(({ path }) => path !== undefined);
  // A link that was there before is broken only through what is told already, or through a date or a generation.
  for (const broken of direct.length > 0 ? direct : told) {
    unit.faults.push({ path: broken.path ?? factAtFault(broken, inHand), message: broken.message });
  }
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
