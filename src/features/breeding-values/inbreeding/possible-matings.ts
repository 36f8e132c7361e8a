import type { BeeQueen, Id } from '../../../blup/index.js';
import { connectedParts, family, herself, precedence } from '../../queens/lineage/cycles.js';

/**
 * Records whose matings can be, for a pedigree that the engine refuses as a circle. Two queens may each be entered as mated with
 * drones of the other's daughters, each of whom would have to be there before the other was mated. Writes refuse that, but
 * an account may hold it from before they did, or from an export of that time. None of the two matings has a meaning:
 * both count as unknown ones. So does every mating on a circle, whoever asks and from wherever the circle is reached. O(n).
 *
 * @param records with all ancestors
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
    const comesAfter = isMateItself ? herself(mate) : family(mate);
    if (!mating || mate === 0 || part[comesAfter] !== part[family(place + 1)]) return record;
    const droneProducers = mating.kind === 'dpq' ? mating.droneProducers : 1;
    return { ...record, mating: { kind: 'unknown', droneProducers, drones: mating.drones } };
  });
}
