/**
 * Spaces and punctuation that are not part of a name or number. The characters are listed here because SQL's
 * `[[:alnum:]]` excludes non-ASCII letters with the C collation.
 */
export const PUNCTUATION = ` .,;:!?()[]{}<>"'*/_+#~=|\\-–—−‐‑…`;
