interface Parents {
  mother: unknown;
  father: unknown;
}

/**
 * Returns a coefficient of inbreeding for display; null for a queen with an unknown parent. The server returns 0 for
 * such a queen, but her inbreeding is unknown.
 */
export const knownInbreeding = <F>(inbreeding: F, { mother, father }: Parents): F | null =>
  inbreedingIsKnown({ mother, father }) ? inbreeding : null;

/** Whether the inbreeding of a queen can be computed, because both parents are known. */
export const inbreedingIsKnown = ({ mother, father }: Parents): boolean => mother != null && father != null;
