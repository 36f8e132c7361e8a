/** SQL for the state of a row of `api_key`, by the database's clock. */
export const keyStatusOf = (table: string) => `case
  when ${table}.revoked_at is not null or ${table}.overlap_ends_at <= now() then 'revoked'
  when ${table}.expires_at <= now() then 'expired'
  when ${table}.disabled then 'disabled'
  else 'enabled' end`;
