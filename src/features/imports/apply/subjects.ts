import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { createDecisionTable, splitByName } from './account-conflicts.js';
import { splitIdentifiers } from './split-identifiers.js';
import { analyze, drafts, addFaults, run, createTempTable, UUID, addWarnings, type Scope } from './scope.js';

/**
 * Finds the queen of each row: by identifier or, without one, by name if exactly one queen has that name. If there is
 * no match, the queen is new. An identifier also matches the name of a queen without an identifier, because a reference
 * may have created a queen with this text as her name.
 *
 * Creates the temporary tables `file_identifier` (key of an identifier → queen), `identified_name` (names of queens
 * with an identifier in the file), `unidentified_name` (name → queen, for rows without an identifier) and `subject`
 * (row → queen).
 */
export async function findSubjects(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await createDecisionTable(scope);
  await findKnownIdentifiers(scope);
  await createTempTable(
    scope,
    'file_identifier',
    sql`
      with number as (
        select distinct on (external_key) external_key as key, external_id as value, id, identifiers
        from ${drafts(scope)} where external_key is not null order by external_key, "row"
      )
      select n.key, n.value, coalesce(known.queen_id, known.former_id, other.queen_id, called.id, n.id) as queen_id,
             coalesce(known.queen_id, known.former_id, other.queen_id, called.id) is null as is_new
      from number n
      left join known_identifier known on known.key = n.key
      left join lateral (
        select i.queen_id from jsonb_to_recordset(n.identifiers) as further(value text)
        join queen_identifier i on i.account_id = ${hidden(accountId)} and i.value_key = identifier_key(further.value) limit 1
      ) other on n.identifiers is not null
      left join queen called on called.account_id = ${hidden(accountId)} and called.name = n.value
        and called.external_id is null`,
    'key',
  );
  await splitIdentifiers(scope);
  await createTempTable(
    scope,
    'subject',
    sql`
      select d."row", n.queen_id, n.is_new
      from ${drafts(scope)} join file_identifier n on n.key = d.external_key`,
    'row',
  );
  await addFaults(
    scope,
    sql`
      select d."row", 'external_id', ${sharedIdentifierMessage('d.external_id', 'known.queens')},
             jsonb_build_object('given', d.external_id, 'queens', known.queens) as params
      from ${drafts(scope)} join known_identifier known on known.key = d.external_key where known.queens > 1`,
    'ambiguous_identifier',
  );
  await createTempTable(
    scope,
    'identified_name',
    sql`
      select distinct on (s.queen_id) s.queen_id, coalesce(d.name, d.external_id) as name, d.name_key
      from ${drafts(scope)} join subject s on s."row" = d."row"
      where (d.name is not null or s.is_new) and not exists (
        select from queen_identifier former
        where former.account_id = ${hidden(accountId)} and former.system = ${FORMER_NAME} and former.value = d.name
          and former.queen_id = s.queen_id
      )
      order by s.queen_id, d.name is null, d."row" desc`,
    'name',
  );
  await createTempTable(scope, 'unidentified_name', queensByName(scope), 'name');
  await splitByName(scope);
  await run(
    scope,
    sql`
      insert into subject
      select d."row", n.queen_id, n.is_new
      from ${drafts(scope)} join unidentified_name n on n.name = d.name where d.external_id is null`,
  );
  await addWarnings(
    scope,
    sql`
      select d."row", 'queen_name', ${nameAlikeMessage('d.name', 'q.name')},
             jsonb_build_object('given', d.name, 'found', q.name) as params
      from ${drafts(scope)} join unidentified_name n on n.name = d.name and n.is_alike
      cross join lateral (
        select name from queen where account_id = ${hidden(accountId)} and id = n.queen_id
        union all select name from identified_name where queen_id = n.queen_id
        limit 1
      ) q
      where d.external_id is null`,
    'name_alike',
  );
  await analyze(scope, 'subject', 'row', 'queen_id');
}

/** Message for a queen who was found by a name that differs in case or accents. */
export const nameAlikeMessage = (value: string, found: string) => sql`
  '"' || ${sql.ref(value)} || '" was read as "' || ${sql.ref(found)} || '", which differs only in case or accents'`;

/**
 * Message for an identifier that several queens of the account have in different spellings. Earlier versions accepted
 * such identifiers, because they compared the exact spellings.
 */
export const sharedIdentifierMessage = (value: string, queens: string) => sql`
  '"' || ${sql.ref(value)} || '" is the identifier of ' || ${sql.ref(queens)} || ' queens of the account: merge them first'`;

/** Creates the temporary table `known_identifier` (key of an identifier in the file → queen of the account). */
async function findKnownIdentifiers(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await createTempTable(
    scope,
    'known_identifier',
    sql`
      with wanted as (
        select distinct identifier_key(value) as key from (
          select external_id from ${drafts(scope)}
          union select mother from ${drafts(scope)}
          union select father from ${drafts(scope)}
          union select mated_to from ${drafts(scope)}
        ) as stated(value) where value is not null
      ), holder as (
        select w.key, q.id, false as is_former
        from wanted w join queen q on q.account_id = ${hidden(accountId)} and q.external_key = w.key
        union
        select w.key, i.queen_id, i.system = ${FORMER_NAME}
        from wanted w join queen_identifier i on i.account_id = ${hidden(accountId)} and i.value_key = w.key
      )
      select key, (array_agg(id) filter (where not is_former))[1] as queen_id,
             (array_agg(id) filter (where is_former))[1] as former_id,
             (count(distinct id) filter (where not is_former))::integer as queens
      from holder group by key`,
    'key',
  );
}

/**
 * Selects the queens of rows without an identifier. If one queen of the file or account has the name, the row describes
 * her. If several queens have the name, and exactly one of them has no identifier, the row describes this queen.
 * Therefore, a repeated import of the file finds the same queens. If no queen has the name, the row describes the queen
 * of a merged record with that name. If there is no such record, but the name of exactly one queen differs only in case
 * or accents, the row describes this queen. A row of an export never refers to a queen who has an identifier in the
 * file, or to a queen whose name differs in case or accents.
 */
function queensByName(scope: Scope) {
  const { accountId, isOwn } = scope;
  return sql`
    with wanted as (
      select distinct on (name) name, name_key, id, ${isOwn}::boolean and cells[1] ~* ${UUID} as is_own
      from ${drafts(scope)} where external_id is null and name is not null order by name, "row"
    ), named_queen as (
      select w.name, q.id, q.external_id is null as plain, q.name = w.name as is_exact
      from wanted w join queen q on q.account_id = ${hidden(accountId)} and q.name_key = w.name_key
      where not exists (select from identified_name n where n.queen_id = q.id and (w.is_own or n.name <> q.name))
      union
      select w.name, n.queen_id, false, n.name = w.name
      from wanted w join identified_name n on n.name_key = w.name_key where not w.is_own
    ), candidate as (
      select * from named_queen where is_exact
    ), counted as (
      select name, count(distinct id) as queens, count(distinct id) filter (where plain) as plain_queens,
             (array_agg(id))[1] as only, (array_agg(id) filter (where plain))[1] as plain_only
      from candidate group by name
    ), alike as (
      select b.name, (array_agg(b.id))[1] as only
      from named_queen b join wanted w on w.name = b.name and not w.is_own
      where not exists (select from candidate c where c.name = b.name or c.id = b.id)
      group by b.name having count(distinct b.id) = 1
    ), found as (
      select w.name, w.name_key, w.id, case when c.queens = 1 then c.only when c.plain_queens = 1 then c.plain_only end as known
      from wanted w left join counted c on c.name = w.name
    )
    select f.name, f.name_key, coalesce(f.known, former.queen_id, a.only, f.id) as queen_id,
           coalesce(f.known, former.queen_id, a.only) is null as is_new,
           f.known is null and former.queen_id is null and a.only is not null as is_alike
    from found f
    left join queen_identifier former on former.account_id = ${hidden(accountId)} and former.value = f.name
      and former.system = ${FORMER_NAME} and not exists (select from candidate c where c.name = f.name)
    left join alike a on a.name = f.name`;
}
