interface Parents {
  mother: unknown;
  father: unknown;
}

/**
 * A coefficient of inbreeding for display. For a queen with an unknown parent the server returns 0 only because nothing
 * is known, so this returns null.
 */
export const knownInbreeding = <F>(inbreeding: F, { mother, father }: Parents): F | null =>
  inbreedingIsKnown({ mother, father }) ? inbreeding : null;

/** Whether the inbreeding of a queen can be known, to decide whether to request it. */
export const inbreedingIsKnown = ({ mother, father }: Parents): boolean => mother != null && father != null;
