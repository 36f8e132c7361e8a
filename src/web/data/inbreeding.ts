interface Parents {
  mother: unknown;
  father: unknown;
}

/**
 * A coefficient of inbreeding as it may be told: of a queen without both parents known the server's is 0 only for want of
 * knowledge, so that it is null here, not known.
 */
export const knownInbreeding = <F>(inbreeding: F, { mother, father }: Parents): F | null =>
  inbreedingIsKnown({ mother, father }) ? inbreeding : null;

/** The same before it is asked for. */
export const inbreedingIsKnown = ({ mother, father }: Parents): boolean => mother != null && father != null;
