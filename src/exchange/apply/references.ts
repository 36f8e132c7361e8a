import { sql } from 'kysely';
import { FORMER_NAME, nameKey } from '../../queens/name-key.js';
import { analyze, drafts, faults, run, table, UUID, type Scope } from './scope.js';

/**
 * Finds whom rows name as dam, sire or mate: by identifier, in the file or the account, the main one or another, else by name, else by the
 * name in a record that was merged with hers. Who is named but nowhere described becomes an F0 queen with just that
 * identifier or name; an id of this service must be there. Several of one name: in a file that this service wrote the one
 * among them that has no number is meant.
 *
 * Makes `reference` (text → queen). @see {@link findSubjects} for the tables it reads.
 */
export async function findReferences(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await table(
    scope,
    'reference',
    sql`
      with wanted as (
        select value, max(kind) as kind from (
          select mother, mother_kind from ${drafts(scope)}
          union select father, father_kind from ${drafts(scope)}
          union select mated_to, mated_to_kind from ${drafts(scope)}
        ) as named(value, kind) where value is not null group by value
      ), given as (
        select distinct on (g.value) g.value, s.queen_id
        from ${drafts(scope)} join subject s on s."row" = d."row"
        cross join lateral jsonb_to_recordset(d.identifiers) as g(value text)
        where d.identifiers is not null order by g.value, d."row"
      )
      select w.value, w.kind, coalesce(f.queen_id, q.id, i.queen_id, g.queen_id, own.id) as queen_id, 0 as queens, false as is_new,
             null::text collate "C" as name_key
      from wanted w
      left join file_number f on f.value = w.value
      left join queen q on q.account_id = ${accountId}::uuid and q.external_id = w.value
      left join lateral (
        select queen_id from queen_identifier i
        where i.account_id = ${accountId}::uuid and i.value = w.value and i.system <> ${FORMER_NAME} limit 1
      ) i on f.value is null and q.id is null
      left join given g on g.value = w.value
      left join queen own on own.account_id = ${accountId}::uuid
        and own.id = case when w.value ~* ${UUID} then w.value::uuid end`,
    'value',
  );
  await keyNames(scope);
  await findByName(scope);
  await faults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is the name of ' || r.queens || ' queens: give her identifier'
      from ${drafts(scope)}
      cross join lateral (values ('mother', d.mother), ('father', d.father), ('mated_to', d.mated_to)) as named(field, value)
      join reference r on r.value = named.value
      where r.queens > 1`,
  );
  await faults(
    scope,
    sql`
      select d."row", named.field, '"' || r.value || '" is the id of no queen here'
      from ${drafts(scope)}
      cross join lateral (values ('mother', d.mother), ('father', d.father), ('mated_to', d.mated_to)) as named(field, value)
      join reference r on r.value = named.value
      where r.queen_id is null and r.value ~* ${UUID}`,
  );
  await run(scope, sql`update reference set queen_id = gen_random_uuid(), is_new = true where queen_id is null`);
  await analyze(scope, 'reference', 'value', 'queen_id', 'is_new');
}

/** The sorting key of a name is made by the program, for these as for every other queen. */
async function keyNames(scope: Scope): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from reference where queen_id is null`.execute(scope.db);
  for (let start = 0; start < rows.length; start += 5000) {
    const keys = rows.slice(start, start + 5000).map(({ value }) => ({ value, key: nameKey(value) }));
    await run(
      scope,
      sql`
        update reference r set name_key = k.key
        from json_to_recordset(${JSON.stringify(keys)}::json) as k(value text, key text) where r.value = k.value`,
    );
  }
}

async function findByName(scope: Scope): Promise<void> {
  await run(
    scope,
    sql`
      with candidate as (
        select r.value, q.id
        from reference r
        join queen q on q.account_id = ${scope.accountId}::uuid and q.name_key = r.name_key and q.name = r.value
        where r.queen_id is null
          and not exists (select from numbered_name n where n.queen_id = q.id and n.name <> q.name)
        union
        select r.value, n.queen_id from reference r join numbered_name n on n.name = r.value where r.queen_id is null
        union
        select r.value, n.queen_id from reference r join file_name n on n.name = r.value where r.queen_id is null
      ), counted as (
        select c.value, count(*)::integer as queens, (array_agg(c.id))[1] as only,
               array_agg(c.id) filter (where ${scope.isOwn}::boolean and q.external_id is null and n.queen_id is null) as plain
        from candidate c
        left join queen q on q.account_id = ${scope.accountId}::uuid and q.id = c.id
        left join numbered_name n on n.queen_id = c.id
        group by c.value
      )
      update reference r set queen_id = case cardinality(c.plain) when 1 then c.plain[1] else c.only end,
                             queens = case cardinality(c.plain) when 1 then 1 else c.queens end
      from counted c
      where r.value = c.value`,
  );
  await run(
    scope,
    sql`
      update reference r set queen_id = i.queen_id from queen_identifier i
      where r.queen_id is null and r.queens = 0
        and i.account_id = ${scope.accountId}::uuid and i.value = r.value and i.system = ${FORMER_NAME}`,
  );
}
