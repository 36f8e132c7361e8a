const MAX_LENGTH = 4_000;

/**
 * Matches literals (strings in all notations, numbers). Also matches quoted names and parameters, so that no part of
 * them is taken for a literal. Only the literals are removed.
 */
const LITERALS =
  /"(?:[^"]|"")*"|\$\d+(?!\w)|\bE'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|\$(\w*)\$.*?\$\1\$|\b\d+(?:\.\d+)?\b/gis;

/** The statement without literals that an ORM may have inlined. */
export function withoutValues(sql: string): string {
  const text = sql.slice(0, MAX_LENGTH).replace(LITERALS, (piece) => (/^"|^\$\d+$/.test(piece) ? piece : '?'));
  return text.replace(/\s+/g, ' ').trim();
}
