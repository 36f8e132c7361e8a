/** SQL for the account of the connection. It is null if no account is set, so that no row matches. */
const CONNECTION_ACCOUNT = `nullif(current_setting('queenbook.account', true), '')::uuid`;

/**
 * Restricts a table to rows of the account of the connection. If a statement also filters by account, the planner
 * recognizes the equal condition and ignores the policy. Therefore the policy must be exactly the comparison of the
 * column with the account.
 * @param column column with the account of a row
 */
export const enableRowSecurity = (table: string, column = 'account_id'): string[] => [
  `alter table ${table} enable row level security`,
  `create policy wall on ${table} using (${column} = ${CONNECTION_ACCOUNT})`,
];

export const disableRowSecurity = (table: string): string[] => [
  `drop policy wall on ${table}`,
  `alter table ${table} disable row level security`,
];
