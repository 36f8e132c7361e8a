import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { drafts, addFaults, RELATIVES, UUID, addWarnings, type Scope } from './scope.js';
import { nameAlikeMessage, sharedIdentifierMessage } from './subjects.js';

/** Adds errors for references that match several queens and for unknown ids, and warnings for uncertain matches. */
export async function addReferenceFaults(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await addFaults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is the name of ' || r.queens || ' queens: use the identifier of the queen',
             jsonb_build_object('given', r.value, 'queens', r.queens) as params
      from ${drafts(scope)} ${RELATIVES}
      join reference r on r.value = named.value
      where r.queens > 1`,
    'ambiguous_reference',
  );
  await addFaults(
    scope,
    sql`
      select d."row", named.field, ${sharedIdentifierMessage('r.value', 'known.queens')},
             jsonb_build_object('given', r.value, 'queens', known.queens) as params
      from ${drafts(scope)} ${RELATIVES}
      join reference r on r.value = named.value
      join known_identifier known on known.key = r.key
      where known.queens > 1`,
    'ambiguous_identifier',
  );
  await addFaults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is not the id of a queen', jsonb_build_object('given', r.value) as params
      from ${drafts(scope)} ${RELATIVES}
      join reference r on r.value = named.value
      where r.queen_id is null and r.value ~* ${UUID}`,
    'unknown_id',
  );
  await addWarnings(
    scope,
    sql`
      select d."row", named.field, ${nameAlikeMessage('r.value', 'q.name')},
             jsonb_build_object('given', r.value, 'found', q.name) as params
      from ${drafts(scope)} ${RELATIVES}
      join reference r on r.value = named.value and r.is_alike
      cross join lateral (
        select name from unidentified_name where queen_id = r.queen_id
        union all select name from identified_name where queen_id = r.queen_id
        union all select name from queen where account_id = ${hidden(accountId)} and id = r.queen_id
        limit 1
      ) q`,
    'name_alike',
  );
}
