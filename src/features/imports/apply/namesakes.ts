import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { addFaults, addWarnings, createTempTable, drafts, RELATIVES, run, type Scope } from './scope.js';
import { assumedQueenMessage } from './stated-identifiers.js';

/** Selects the birth year and the name of every queen that rows describe. */
const yearsOfBirth = (scope: Scope) => sql`
  (select queen_id, coalesce(max(left(d.birth_date, 4)), (
      select left(birth_date, 4) from queen q where q.account_id = ${hidden(scope.accountId)} and q.id = s.queen_id
    ), max(left(d.supposed_birth_date, 4))) as year,
    max(d.name) filter (where identifier_key(d.name) <> d.external_key) as name
  from subject s join ${drafts(scope)} on d."row" = s."row" group by queen_id)`;

/**
 * Finds the numbers that several queens share. A number can belong to several queens of the file, if the breeder
 * decided that they are different queens. It can also belong to queens of the account who have exactly this number, or
 * this number with a suffix (`12/2022`). If a file itself contains `12/2022`, or is an export of Queenbook, then `12`
 * in this file refers to the queen with exactly the identifier `12`.
 *
 * Creates the temporary tables `namesake` (key → queens) and `identifier_alias` (the number with the year, the name or
 * the suffix of a queen → queen).
 */
export async function findNamesakes(scope: Scope): Promise<void> {
  await createTempTable(
    scope,
    'namesake',
    sql`
      select ''::text collate "C" as key, gen_random_uuid() as queen_id, false as in_file, '' as year, '' as name, '' as mark
      where false`,
  );
  await createTempTable(
    scope,
    'identifier_alias',
    sql`select ''::text collate "C" as key, gen_random_uuid() as queen_id where false`,
  );
  await fillNamesakes(scope);
  await createTempTable(
    scope,
    'namesake_suffix',
    sql`
      select distinct identifier_key(n.key || '/' || suffix.mark) as key, n.queen_id
      from namesake n cross join lateral (values (n.year), (n.name), (n.mark)) as suffix(mark) where suffix.mark is not null`,
  );
  await run(
    scope,
    sql`insert into identifier_alias select distinct on (key) key, queen_id from namesake_suffix order by key, queen_id`,
  );
  // If two queens born in 2021 have the number 12, `12/2021` is as ambiguous as `12`.
  await run(
    scope,
    sql`
      insert into namesake
      select s.key, n.queen_id, n.in_file, n.year, n.name, n.mark
      from namesake_suffix s join namesake n on n.queen_id = s.queen_id and s.key like n.key || '/%'
      where s.key in (select key from namesake_suffix group by key having count(*) > 1)
        and s.key not in (select key from file_identifier) and s.key not in (select key from known_identifier)`,
  );
}

async function fillNamesakes(scope: Scope): Promise<void> {
  const account = hidden(scope.accountId);
  await run(
    scope,
    sql`
      with marked as (
        select m.key, s.queen_id from moved m join subject s on s."row" = m."row"
        union
        select s.key, s.id from slashed s
        where (s.mark = s.year or s.mark = s.name_key) and not ${scope.isOwn}::boolean and not exists (
          select from ${drafts(scope)} where d.external_key = identifier_key(s.value) and d."row" not in (select "row" from moved)
        )
      ), numbered as (
        select * from marked
        union
        select d.external_key, s.queen_id from ${drafts(scope)} join subject s on s."row" = d."row"
        where d.external_key in (select key from marked)
        union
        select q.external_key, q.id from queen q where q.account_id = ${account} and q.external_key in (select key from marked)
        union
        select i.value_key, i.queen_id from queen_identifier i
        where i.account_id = ${account} and i.value_key in (select key from marked) and i.system <> ${FORMER_NAME}
      ), described as (
        select c.key, c.queen_id, b.queen_id is not null as in_file, coalesce(b.year, left(q.birth_date, 4)) as year,
               coalesce(b.name, case when identifier_key(q.name) not in (c.key, q.external_key) then q.name end) as name
        from numbered c
        left join ${yearsOfBirth(scope)} b on b.queen_id = c.queen_id
        left join queen q on q.account_id = ${account} and q.id = c.queen_id
        where c.key in (select key from numbered group by key having count(distinct queen_id) > 1)
      )
      insert into namesake
      select *, case
          when year is not null and count(*) over (partition by key, year) = 1 then year
          when name is not null and count(*) over (partition by key, name) = 1 then name
          else '?' || nullif(row_number() over (partition by key order by year, name, queen_id), 1)
        end
      from described`,
  );
}

/**
 * Chooses a queen for each reference to a number that several queens have. A dam or sire must be born in an earlier
 * year than the queen of the row; a mate must not be born in a later year. An unknown year meets this condition. If
 * only one queen meets the condition, the reference means this queen. If several queens meet it, but the file describes
 * only one of them, the reference means this one. If the file describes none of them, the reference means the one of
 * them that `findReferences` found. In all other cases, the reference is an error.
 *
 * Changes the references in `import_draft`, and adds rows to `reference`.
 */
export async function chooseNamesakes(scope: Scope): Promise<void> {
  const { accountId, importId } = scope;
  const { rows } = await sql`select 1 from namesake limit 1`.execute(scope.db);
  if (rows.length === 0) return;
  await createTempTable(
    scope,
    'reference_candidate',
    sql`
      select d."row", named.field, named.value, n.queen_id, n.in_file, coalesce(n.name, n.key || '/' || n.mark) as called,
             named.value || '/' || coalesce(n.mark, '?') as identifier, r.queen_id = n.queen_id as is_usual,
             case named.field when 'mated_to' then n.year <= b.year else n.year < b.year end as is_older
      from ${drafts(scope)} ${RELATIVES}
      join reference r on r.value = named.value
      join namesake n on n.key = r.key
      left join subject s on s."row" = d."row"
      left join ${yearsOfBirth(scope)} b on b.queen_id = s.queen_id
      where n.queen_id is distinct from s.queen_id`,
  );
  await createTempTable(
    scope,
    'chosen',
    sql`
      with possible as (
        select "row", field, value, count(*) as queens, count(*) filter (where in_file) as described, (array_agg(queen_id))[1] as only, (array_agg(queen_id) filter (where in_file))[1] as of_file,
               (array_agg(queen_id) filter (where is_usual))[1] as usual
        from reference_candidate where is_older is not false group by "row", field, value
      )
      select a."row", a.field, a.value, case
          when p.queens = 1 then p.only
          when p.described = 1 then p.of_file
          when p.described = 0 then p.usual
        end as queen_id, coalesce(p.queens, 0) as queens
      from (select distinct "row", field, value from reference_candidate) a left join possible p using ("row", field, value)`,
  );
  await addFaults(
    scope,
    sql`
      select c."row", c.field, '"' || c.value || '" is the number of several queens: use one of ' || string_agg(a.identifier, ', ' order by a.identifier),
             jsonb_build_object('given', c.value, 'queens', count(*), 'identifiers', string_agg(a.identifier, ', ' order by a.identifier)) as params
      from chosen c join reference_candidate a using ("row", field)
      where c.queen_id is null and (a.is_older is not false or c.queens = 0)
      group by c."row", c.field, c.value`,
    'ambiguous_identifier',
  );
  await addWarnings(
    scope,
    sql`
      select c."row", c.field, ${assumedQueenMessage('c.value', 'a.called', 'others.list')},
             jsonb_build_object('given', c.value, 'found', a.called, 'others', others.list) as params
      from chosen c join reference_candidate a using ("row", field, queen_id)
      cross join lateral (
        select string_agg('"' || identifier || '"', ', ' order by identifier) as list from reference_candidate o
        where o."row" = c."row" and o.field = c.field and o.queen_id <> c.queen_id
      ) others
      where others.list is not null`,
    'identifier_of_several',
  );
  const changed = sql`chosen c join reference_candidate a using ("row", field, queen_id) where not a.is_usual`;
  await run(
    scope,
    sql`
      insert into reference (value, key, queen_id, queens, is_alike, is_new, kind, "row")
      select distinct on (a.identifier) a.identifier, identifier_key(a.identifier), a.queen_id, 0, false, false, 'identifier', a."row"
      from ${changed} and not exists (select from reference r where r.value = a.identifier)`,
  );
  for (const field of ['mother', 'father', 'mated_to'])
    await run(
      scope,
      sql`
        update import_draft d set ${sql.ref(field)} = o.identifier
        from (select "row", a.identifier from ${changed} and field = ${field}) o
        where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = o."row"`,
    );
}

/** Chooses the queens again, after `splitByDam` has assigned identifiers to other queens. */
export async function chooseAgain(scope: Scope): Promise<void> {
  await run(
    scope,
    sql`
      insert into moved select d."row", c.key, '' from account_conflict c
      join ${drafts(scope)} on d.external_key = identifier_key(c.alternative)
      where c.field = 'mother' and c.other_id is not null and d."row" not in (select "row" from moved)`,
  );
  await run(scope, sql`delete from namesake`);
  await fillNamesakes(scope);
  await run(
    scope,
    sql`delete from fault where is_warning and code = 'identifier_of_several' and field <> 'external_id'`,
  );
  await chooseNamesakes(scope);
}
