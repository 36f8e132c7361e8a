/**
 * Blanks and signs that are no part of a name or a number. In SQL they are named, as `[[:alnum:]]` leaves out letters
 * beyond ASCII where the collation is C.
 */
export const PUNCTUATION = ` .,;:!?()[]{}<>"'*/_+#~=|\\-–—−‐‑…`;
