const LONGEST = 4_000;

/** Names in quotes and numbers of parameters stay; texts (also those with escapes and in dollars) and numbers go. */
const PIECES =
  /"(?:[^"]|"")*"|\$\d+(?!\w)|\bE'(?:[^'\\]|\\.|'')*'?|'(?:[^']|'')*'?|\$(\w*)\$.*?\$\1\$|\b\d+(?:\.\d+)?\b/gis;

/** A statement without the values that an ORM may have written into it. */
export function withoutValues(sql: string): string {
  const text = sql.slice(0, LONGEST).replace(PIECES, (piece) => (/^"|^\$\d+$/.test(piece) ? piece : '?'));
  return text.replace(/\s+/g, ' ').trim();
}
