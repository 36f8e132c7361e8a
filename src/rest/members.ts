/** REST member → GraphQL field: the names of a kind, once, for documents, answers, input and faults. */
export type Members = Readonly<Record<string, string>>;

/** The fields as they stand in a document. */
export function selection(members: Members): string {
  return Object.values(members).join(' ');
}

/** A row of GraphQL under its REST names. What the caller may not read is undefined, and so are its members. */
export function toRest(members: Members, row: object): Record<string, unknown> {
  const fields = row as Record<string, unknown>;
  const named: Record<string, unknown> = {};
  for (const member in members) named[member] = fields[members[member]!];
  return named;
}

/** GraphQL name → REST name, for telling faults. */
export function inverse(members: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([member, field]) => [field, member]));
}
