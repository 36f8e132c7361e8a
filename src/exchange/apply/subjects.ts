import { sql } from 'kysely';
import { FORMER_NAME } from '../../queens/name-key.js';
import { analyze, drafts, run, table, UUID, type Scope } from './scope.js';

/**
 * Finds the queen of each row: by identifier, else by name where exactly one queen has it; else she is new. Who is so
 * far only called by the identifier, because a daughter's row named her so, is known by it too.
 *
 * Makes `file_number` (value → queen), `numbered_name` (names of queens that rows give by number), `file_name`
 * (name → queen, for rows without a number) and `subject` (row → queen).
 */
export async function findSubjects(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await table(
    scope,
    'file_number',
    sql`
      with number as (
        select distinct on (external_id) external_id as value, id, identifiers
        from ${drafts(scope)} where external_id is not null order by external_id, "row"
      )
      select n.value, coalesce(q.id, i.queen_id, other.queen_id, called.id, n.id) as queen_id,
             coalesce(q.id, i.queen_id, other.queen_id, called.id) is null as is_new
      from number n
      left join queen q on q.account_id = ${accountId}::uuid and q.external_id = n.value
      left join lateral (
        select queen_id from queen_identifier i
        where i.account_id = ${accountId}::uuid and i.value = n.value limit 1
      ) i on q.id is null
      left join lateral (
        select i.queen_id from jsonb_to_recordset(n.identifiers) as given(value text)
        join queen_identifier i on i.account_id = ${accountId}::uuid and i.value = given.value limit 1
      ) other on n.identifiers is not null
      left join queen called on called.account_id = ${accountId}::uuid and called.name = n.value
        and called.external_id is null`,
    'value',
  );
  await table(
    scope,
    'subject',
    sql`select d."row", n.queen_id, n.is_new from ${drafts(scope)} join file_number n on n.value = d.external_id`,
    'row',
  );
  await table(
    scope,
    'numbered_name',
    sql`
      select distinct on (s.queen_id) s.queen_id, coalesce(d.name, d.external_id) as name
      from ${drafts(scope)} join subject s on s."row" = d."row"
      where (d.name is not null or s.is_new) and not exists (
        select from queen_identifier former
        where former.account_id = ${accountId}::uuid and former.system = ${FORMER_NAME} and former.value = d.name
          and former.queen_id = s.queen_id
      )
      order by s.queen_id, d.name is null, d."row" desc`,
    'name',
  );
  await table(scope, 'file_name', namedQueens(scope), 'name');
  await run(
    scope,
    sql`
      insert into subject
      select d."row", n.queen_id, n.is_new
      from ${drafts(scope)} join file_name n on n.name = d.name where d.external_id is null`,
  );
  await analyze(scope, 'subject', 'row', 'queen_id');
}

/**
 * Rows without a number. One queen of that name, in the account or the file: it is she. Several: the one among them
 * that has no number, if there is one; so that the same file finds the same queens again. None: the one who was called
 * so in a record that was merged with hers. A row that this service wrote is of none whom the file numbers.
 */
function namedQueens(scope: Scope) {
  const { accountId, isOwn } = scope;
  return sql`
    with wanted as (
      select distinct on (name) name, name_key, id, ${isOwn}::boolean and cells[1] ~* ${UUID} as is_own
      from ${drafts(scope)} where external_id is null and name is not null order by name, "row"
    ), candidate as (
      select w.name, q.id, q.external_id is null as plain
      from wanted w join queen q on q.account_id = ${accountId}::uuid and q.name_key = w.name_key and q.name = w.name
      where not exists (select from numbered_name n where n.queen_id = q.id and (w.is_own or n.name <> q.name))
      union
      select w.name, n.queen_id, false from wanted w join numbered_name n on n.name = w.name where not w.is_own
    ), counted as (
      select name, count(distinct id) as queens, count(distinct id) filter (where plain) as plain_queens,
             (array_agg(id))[1] as only, (array_agg(id) filter (where plain))[1] as plain_only
      from candidate group by name
    ), found as (
      select w.name, w.id, case when c.queens = 1 then c.only when c.plain_queens = 1 then c.plain_only end as known
      from wanted w left join counted c on c.name = w.name
    )
    select f.name, coalesce(f.known, former.queen_id, f.id) as queen_id, coalesce(f.known, former.queen_id) is null as is_new
    from found f
    left join queen_identifier former on former.account_id = ${accountId}::uuid and former.value = f.name
      and former.system = ${FORMER_NAME} and not exists (select from candidate c where c.name = f.name)`;
}
