import type { BeeQueen, Id } from '../../../blup/index.js';
import { connectedParts, familyNode, queenNode, precedence } from '../../queens/lineage/cycles.js';

/**
 * Replaces impossible matings by unknown matings, because the engine rejects pedigrees with a cycle. For example, A
 * cannot mate with drones of B's daughters while B mates with drones of A's daughters. Writes reject such matings, but
 * older data and exports can contain them. All matings on a cycle are replaced, so that the order of the records does
 * not matter. Runs in linear time.
 *
 * @param records queens with all their ancestors
 */
export function possibleMatings(records: readonly BeeQueen[]): BeeQueen[] {
  const places = new Map<Id, number>(records.map(({ id }, place) => [id, place + 1]));
  const placeOf = (id: Id | null | undefined) => (id == null ? 0 : (places.get(id) ?? 0));
  const relatedOf = ({ dam, damMating, mating }: BeeQueen) => ({
    mother: placeOf(dam),
    father: damMating?.kind === 'dpq' ? placeOf(damMating.sire) : 0,
    mate: !mating || mating.kind === 'unknown' ? 0 : placeOf(mating.sire),
    isMateItself: mating?.kind === 'single queen',
  });
  const part = connectedParts(precedence(records.length, (queen) => relatedOf(records[queen - 1]!)));
  return records.map((record, place) => {
    const { mating } = record;
    const { mate, isMateItself } = relatedOf(record);
    const comesAfter = isMateItself ? queenNode(mate) : familyNode(mate);
    if (!mating || mate === 0 || part[comesAfter] !== part[familyNode(place + 1)]) return record;
    const droneProducers = mating.kind === 'dpq' ? mating.droneProducers : 1;
    return { ...record, mating: { kind: 'unknown', droneProducers, drones: mating.drones } };
  });
}
