import { sql } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import { hidden } from '../../../db/owner.js';
import { drafts, RELATIVES, addWarnings, type Scope } from './scope.js';
import { SimilarTexts } from './similar-texts.js';

/**
 * Adds a warning for each reference that matches no queen, but resembles the name or identifier of exactly one queen.
 */
export async function addNearMatchWarnings(scope: Scope): Promise<void> {
  const { accountId } = scope;
  const { rows: wanted } = await sql<{ value: string; key: string }>`
    select value, coalesce(name_key, key) as key from reference
    where is_new and exists (select from ${drafts(scope)}) order by "row", value`.execute(scope.db);
  if (wanted.length === 0) return;
  const similar = new SimilarTexts(wanted);
  const known = sql<{ id: string; called: string; key: string }>`
    select n.queen_id as id, n.value as called, n.key from file_identifier n
    union select queen_id, name, name_key from identified_name
    union select queen_id, name, name_key from unidentified_name
    union select id, external_id, external_key from queen where account_id = ${hidden(accountId)} and external_id is not null
    union select id, name, name_key from queen where account_id = ${hidden(accountId)}`;
  for await (const some of fetchRows(scope.db, known))
    for (const { id, called, key } of some) similar.add(id, called, key);
  const found = similar.matches();
  if (found.length === 0) return;
  await addWarnings(
    scope,
    sql`
      select d."row", named.field, '"' || n.value || '" matches no queen, but is similar to "' || n.called || '"',
             jsonb_build_object('given', n.value, 'found', n.called) as params
      from ${drafts(scope)} ${RELATIVES}
      join json_to_recordset(${JSON.stringify(found)}::json) as n(value text, called text) on n.value = named.value`,
    'near_match',
  );
}
