import type { Queen } from '../queens/queen.entity.js';
import type { Ancestor } from './pedigree.types.js';

/**
 * Returns the known ancestors of a queen, sorted by ahnentafel position. The mother of the queen at position n is at
 * position 2n, and her father is at position 2n + 1. Position 2^g is therefore the first position of generation g.
 */
export function ancestorsOf(queen: Queen, depth: number, find: (id: string | null) => Queen | null): Ancestor[] {
  const ancestors: Ancestor[] = [];
  let below: { position: number; queen: Queen }[] = [{ position: 1, queen }];
  for (let generation = 1; generation <= depth && below.length > 0; generation++) {
    const parents: typeof below = [];
    for (const { position, queen } of below) {
      const mother = find(queen.motherId);
      const father = find(queen.fatherId);
      if (mother) parents.push({ position: 2 * position, queen: mother });
      if (father) parents.push({ position: 2 * position + 1, queen: father });
    }
    for (const { position, queen } of parents) ancestors.push({ position, generation, queen });
    below = parents;
  }
  return ancestors;
}
