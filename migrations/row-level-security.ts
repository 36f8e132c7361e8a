/** The account that a connection is turned to (src/wall); null, which equals nothing, where it is turned to none. */
const ASKED_FOR = `nullif(current_setting('queenbook.account', true), '')::uuid`;

/**
 * Puts a table behind the wall: of its rows whoever asks sees and writes those of the account that the connection is
 * turned to. A statement that names the account itself is planned as if there were no policy, for the planner sees that
 * both are equal; so the policy must be this comparison and nothing else.
 * @param column whose row it is
 */
export const enableRowSecurity = (table: string, column = 'account_id'): string[] => [
  `alter table ${table} enable row level security`,
  `create policy wall on ${table} using (${column} = ${ASKED_FOR})`,
];

export const disableRowSecurity = (table: string): string[] => [
  `drop policy wall on ${table}`,
  `alter table ${table} disable row level security`,
];
