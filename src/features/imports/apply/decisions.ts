import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { called } from '../../queens/lineage/lineage-rules.js';
import { drafts, faults, run, table, UUID, type Scope } from './scope.js';

/** What the breeder decided about an identifier, given by its key; null if nothing. */
export const decided = ({ decisions }: Scope, key: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  coalesce((select answer from decision where decision.key = ${key}), ${decisions.all ?? null}::text)`;

/**
 * Rows of one identifier that were decided to be of different queens. What tells them apart, the year of birth or else the
 * name, is added to the identifier: `12/2022`, `12/Berta`. Those keep it who are like the account's queen of that
 * identifier, or else like the first row. Rows that agree in it are of one queen.
 *
 * Makes `decision` (key of an identifier → answer) and `clashing`, which is filled by {@link splitByBirth} and
 * {@link splitByDam}.
 */
export async function splitRows(scope: Scope): Promise<void> {
  const { accountId, importId, decisions } = scope;
  await table(
    scope,
    'decision',
    sql`
      select distinct on (key) identifier_key(identifier) as key, answer
      from jsonb_each_text(${JSON.stringify(decisions.each)}::jsonb) as given(identifier, answer) order by key`,
  );
  await table(
    scope,
    'clashing',
    sql`
      select ''::text as key, '' as value, gen_random_uuid() as queen_id, 0 as "row", '' as field, '' as given, '' as other,
             '' as name, '' as other_name, null::text as alternative, null::uuid as other_id, false as is_new
      where false`,
  );
  if (decisions.all !== 'another' && !Object.values(decisions.each).includes('another')) return;
  await run(
    scope,
    sql`
      with given as (
        select "row", external_key as key, left(birth_date, 4) as year, name_key, name, identifier_key(name) = external_key as is_number
        from ${drafts(scope)} where external_key is not null and ${decided(scope, sql`external_key`)} = 'another'
      ), apart as (
        select key, count(distinct year) > 1 as by_year from given
        group by key having count(distinct year) > 1 or count(distinct name_key) filter (where not is_number) > 1
      ), year_of_name as (
        select key, name_key, min(year) as year from given where year is not null
        group by key, name_key having count(distinct year) = 1
      ), marked as (
        select g."row", g.key, coalesce(g.year, y.year) as mark, coalesce(g.year, y.year) as mark_key
        from given g join apart a on a.key = g.key and a.by_year
        left join year_of_name y on y.key = g.key and y.name_key = g.name_key
        union all
        select g."row", g.key, g.name, g.name_key
        from given g join apart a on a.key = g.key and not a.by_year and not g.is_number
      ), holder as (
        select distinct on (a.key) a.key, case when a.by_year then left(q.birth_date, 4) else q.name_key end as mark_key
        from apart a join queen q on q.account_id = ${hidden(accountId)} and q.external_key = a.key order by a.key, q.id
      ), keeping as (
        select distinct on (m.key) m.key, m.mark_key
        from marked m left join holder h on h.key = m.key
        where m.mark_key is not null order by m.key, m.mark_key is distinct from h.mark_key, m."row"
      )
      update import_draft d set external_id = d.external_id || '/' || m.mark
      from marked m join keeping k on k.key = m.key
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = m."row"
        and m.mark_key <> k.mark_key`,
  );
}

/** Rows of a file that this service wrote name their queen by her id. */
const isOwnRow = ({ isOwn }: Scope) => sql`
  coalesce(${isOwn}::boolean and d.cells[1] ~* ${UUID} and lower(d.cells[1]) = q.id::text, false)`;

/**
 * Finds identifiers of the file that name a queen of the account who was born in another year. Who was decided to be
 * another queen, now or by an earlier import, is found by identifier and year.
 */
export async function splitByBirth(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await run(
    scope,
    sql`
      insert into clashing
      select distinct on (n.key) n.key, n.value, n.queen_id, d."row", 'birth_date', left(d.birth_date, 4), left(q.birth_date, 4),
             coalesce(d.name, d.external_id), q.name, n.value || '/' || left(d.birth_date, 4)
      from file_number n
      join ${drafts(scope)} on d.external_key = n.key
      join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
      where not n.is_new and left(d.birth_date, 4) <> left(q.birth_date, 4) and not ${isOwnRow(scope)}
      order by n.key, d."row"`,
  );
  await partQueens(scope);
}

/**
 * The same for those who have another dam, once it is known whom rows name as dam; then notes whom nobody decided about. A
 * dam who turns out to be another queen may be the right one: daughters are compared after their dams.
 */
export async function splitByDam(scope: Scope): Promise<void> {
  while ((await findOtherDams(scope)) > 0) {
    if ((await partQueens(scope)) === 0) continue;
    await run(
      scope,
      sql`
        update subject s set queen_id = n.queen_id, is_new = n.is_new
        from ${drafts(scope)}, file_number n where d."row" = s."row" and n.key = d.external_key`,
    );
    await run(
      scope,
      sql`
        update reference r set queen_id = c.other_id
        from clashing c
        where r.queen_id = c.queen_id and c.field = 'mother' and c.other_id is not null and (r.key = c.key or r.value = c.name)`,
    );
  }
  await tellClashes(scope);
}

/** @returns how many were found */
async function findOtherDams(scope: Scope): Promise<number> {
  const { accountId } = scope;
  return run(
    scope,
    sql`
      with candidate as (
        select distinct on (n.key) n.key, n.value, n.queen_id, d."row", 'mother', d.mother, ${called('m')} as other,
               coalesce(d.name, d.external_id) as name, q.name as other_name, n.value || '/' || case
                 when left(d.birth_date, 4) <> coalesce(left(q.birth_date, 4), '') then left(d.birth_date, 4)
                 when d.name_key <> q.name_key then d.name
               end as alternative, r.queen_id as dam_id
        from file_number n
        join ${drafts(scope)} on d.external_key = n.key
        join reference r on r.value = d.mother
        join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
        join queen m on m.account_id = ${hidden(accountId)} and m.id = q.mother_id
        where not n.is_new and r.queen_id <> q.mother_id and not ${isOwnRow(scope)}
          and not exists (select from clashing c where c.key = n.key)
        order by n.key, d."row"
      ), first as (
        select * from candidate where dam_id not in (select queen_id from candidate)
      )
      insert into clashing
      select key, value, queen_id, "row", 'mother', mother, other, name, other_name, alternative
      from candidate where dam_id not in (select queen_id from candidate) or not exists (select from first)`,
  );
}

/** Makes other queens of those who were decided to be. @returns how many */
async function partQueens(scope: Scope): Promise<number> {
  const { accountId, importId } = scope;
  const there = await sql`select 1 from clashing where other_id is null limit 1`.execute(scope.db);
  if (there.rows.length === 0) return 0;
  const parted = await run(
    scope,
    sql`
      update clashing c set other_id = coalesce(o.file_id, o.id, gen_random_uuid()), is_new = o.file_id is null and o.id is null
      from (
        select c.key, n.queen_id as file_id, q.id
        from clashing c
        left join file_number n on n.key = identifier_key(c.alternative)
        left join queen q on q.account_id = ${hidden(accountId)} and q.external_key = identifier_key(c.alternative)
      ) o
      where o.key = c.key and c.other_id is null and c.alternative is not null
        and (${decided(scope, sql`c.key`)} = 'another' or ${decided(scope, sql`c.key`)} is null and o.id is not null)`,
  );
  if (parted === 0) return 0;
  // Rows of the file mean her by the identifier that it gives her, too.
  await run(
    scope,
    sql`
      update file_number n set queen_id = c.other_id, is_new = c.is_new
      from clashing c where n.key = c.key and c.other_id is not null`,
  );
  await run(
    scope,
    sql`
      insert into file_number (key, value, queen_id, is_new)
      select identifier_key(alternative), alternative, other_id, is_new from clashing
      where other_id is not null and identifier_key(alternative) not in (select key from file_number)`,
  );
  await run(
    scope,
    sql`
      update import_draft d set external_id = c.alternative from clashing c
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d.external_key = c.key
        and c.other_id is not null`,
  );
  return parted;
}

/** Notes whom nobody decided about; not of rows that were set aside, as they are known. */
async function tellClashes(scope: Scope): Promise<void> {
  const decision = decided(scope, sql`c.key`);
  await faults(
    scope,
    sql`
      select c."row", c.field, 'contradicts "' || c.other_name || '" of the account, who has the identifier "' || c.value || '": ' ||
          case c.field when 'birth_date' then 'she was born in ' || c.other || ', "' || c.name || '" in ' || c.given
          else 'her dam is "' || c.other || '", that of "' || c.name || '" is "' || c.given || '"' end ||
          case when ${decision} = 'another' then '; another queen needs a year of birth or a name of her own'
          else '; decide whether she is the same or another queen' end,
        jsonb_build_object('identifier', c.value, 'queen_id', c.queen_id, 'queen', c.other_name, 'name', c.name,
          'given', c.given, 'other', c.other, 'decisions', '["same", "another"]'::jsonb) as params
      from clashing c join ${drafts(scope)} on d."row" = c."row"
      where c.other_id is null and ${decision} is distinct from 'same'`,
    'contradicts_account',
  );
}
