interface Parent {
  id: string;
  motherId: string | null;
}

export interface Candidate {
  queen: Parent;
  mate: Parent;
  inbreeding: number;
}

/**
 * Returns, for each queen, the best pairs below the limit of inbreeding, and all pairs above the limit that rank before
 * the last of these best pairs. Omits pairs of a queen with her dam or her daughters.
 * @param pairs best pairs first
 * @param count number of pairs below the limit, for each queen
 * @param ceiling limit of inbreeding as a fraction
 */
export function bestPairs<Pair extends Candidate>(pairs: readonly Pair[], count: number, ceiling = Infinity): Pair[] {
  const found = new Map<string, number>();
  return pairs.filter(({ queen, mate, inbreeding }) => {
    const before = found.get(queen.id) ?? 0;
    if (before === count || mate.id === queen.motherId || mate.motherId === queen.id) return false;
    if (inbreeding <= ceiling) found.set(queen.id, before + 1);
    return true;
  });
}
