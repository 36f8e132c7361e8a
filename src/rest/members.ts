/** GraphQL fields by REST member. Used for documents, responses, input and faults. */
export type Members = Readonly<Record<string, string>>;

/** The fields as a GraphQL selection. */
export function selection(members: Members): string {
  return Object.values(members).join(' ');
}

/** Converts a GraphQL row to REST names. Members that the caller may not read are undefined. */
export function toRest<Member extends string>(
  members: Readonly<Record<Member, string>>,
  row: object,
): Record<string, unknown> {
  const fields = row as Record<string, unknown>;
  const named: Record<string, unknown> = {};
  for (const member in members) named[member] = fields[members[member]];
  return named;
}

/** REST members by GraphQL field. */
export function invertMembers(members: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([member, field]) => [field, member]));
}
