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
 * For each queen, returns her best pairs until `count` of them are within the limit of inbreeding. Pairs above the
 * limit are also returned, but not counted. Omits pairs of a queen with her dam or her daughters.
 * @param pairs best pairs first
 * @param count number of pairs within the limit, for each queen
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
