import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { drafts, faults, NAMED, UUID, warnings, type Scope } from './scope.js';
import { OTHERS_OF_NUMBER, takenAs } from './stated-numbers.js';
import { nameAlike, sharedIdentifier } from './subjects.js';

/** Notes references that fit several queens or none. */
export async function noteReferenceFaults(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await faults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is the name of ' || r.queens || ' queens: give her identifier',
             jsonb_build_object('given', r.value, 'queens', r.queens) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value
      where r.queens > 1`,
    'ambiguous_reference',
  );
  await faults(
    scope,
    sql`
      select d."row", named.field, ${sharedIdentifier('r.value', 'known.queens')},
             jsonb_build_object('given', r.value, 'queens', known.queens) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value
      join known_number known on known.key = r.key
      where known.queens > 1`,
    'ambiguous_identifier',
  );
  await faults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" names several queens in this file: say which, ' || s.queens,
             jsonb_build_object('given', r.value, 'queens', s.count, 'identifiers', s.queens) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value
      join split_number s on s.key = r.key`,
    'ambiguous_identifier',
  );
  await faults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is not the id of a queen', jsonb_build_object('given', r.value) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value
      where r.queen_id is null and r.value ~* ${UUID}`,
    'unknown_id',
  );
  await warnings(
    scope,
    sql`
      select d."row", named.field, ${takenAs('r.value', 'q.name', 'o.queens')},
             jsonb_build_object('given', r.value, 'found', q.name, 'others', o.queens) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value
      join ${OTHERS_OF_NUMBER} o on o.key = r.key
      join queen q on q.account_id = ${hidden(accountId)} and q.id = r.queen_id
      where r.key not in (select external_key from ${drafts(scope)} where external_key is not null)`,
    'identifier_of_several',
  );
  await warnings(
    scope,
    sql`
      select d."row", named.field, ${nameAlike('r.value', 'q.name')},
             jsonb_build_object('given', r.value, 'found', q.name) as params
      from ${drafts(scope)} ${NAMED}
      join reference r on r.value = named.value and r.is_alike
      cross join lateral (
        select name from file_name where queen_id = r.queen_id
        union all select name from numbered_name where queen_id = r.queen_id
        union all select name from queen where account_id = ${hidden(accountId)} and id = r.queen_id
        limit 1
      ) q`,
    'name_alike',
  );
}
