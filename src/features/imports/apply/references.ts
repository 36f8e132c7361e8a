import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME, nameKey } from '../../queens/name-key.js';
import { addReferenceFaults } from './reference-faults.js';
import { analyze, drafts, run, createTempTable, UUID, type Scope } from './scope.js';

/**
 * Finds the queens that rows name as dam, sire or mate, in the file or the account. Searches in this order: by any
 * identifier, by name, by the name of a merged record, and by a name that differs in case or accents and belongs to
 * only one queen. If there is no match, creates an F0 queen with that identifier or name. An id of Queenbook must match
 * a queen. If several queens have the name, a reference in an export of Queenbook refers to the queen without an
 * identifier. (No two queens without an identifier have the same name.)
 *
 * Creates the temporary table `reference` (text → queen). Reads the tables that {@link findSubjects} and
 * {@link findNamesakes} create.
 */
export async function findReferences(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await createTempTable(
    scope,
    'reference',
    sql`
      with wanted as (
        select value, identifier_key(value) as key, max(kind) as kind, min("row") as "row" from (
          select mother, mother_kind, "row" from ${drafts(scope)}
          union all select father, father_kind, "row" from ${drafts(scope)}
          union all select mated_to, mated_to_kind, "row" from ${drafts(scope)}
        ) as named(value, kind, "row") where value is not null group by value
      ), further as (
        select distinct on (key) key, queen_id from (
          select identifier_key(g.value) as key, s.queen_id, d."row"
          from ${drafts(scope)} join subject s on s."row" = d."row"
          cross join lateral jsonb_to_recordset(d.identifiers) as g(system text, value text)
          where d.identifiers is not null and g.system is distinct from ${FORMER_NAME}
        ) g order by key, "row"
      )
      select w.*, coalesce(f.queen_id, alias.queen_id, known.queen_id, g.queen_id, own.id) as queen_id, 0 as queens,
             false as is_alike, false as is_new, null::text collate "C" as main, null::text collate "C" as name_key
      from wanted w
      left join file_identifier f on f.key = w.key
      left join identifier_alias alias on alias.key = w.key
      left join known_identifier known on known.key = w.key
      left join further g on g.key = w.key
      left join queen own on own.account_id = ${hidden(accountId)}
        and own.id = case when w.value ~* ${UUID} then w.value::uuid end`,
    'value',
  );
  await fillNameKeys(scope);
  await findByName(scope);
  await addReferenceFaults(scope);
  await createReferencedQueens(scope);
  await analyze(scope, 'reference', 'value', 'queen_id', 'is_new');
}

/**
 * Creates a queen for each reference without a match. References with different spellings of one identifier create one
 * queen, who gets the first spelling.
 */
async function createReferencedQueens(scope: Scope): Promise<void> {
  await run(
    scope,
    sql`
      update reference r set main = u.main, kind = 'identifier' from (
        select value, kind, first_value(value) over (partition by key order by "row", value) as main,
               bool_or(kind = 'identifier') over (partition by key) as is_identifier
        from reference where queen_id is null
      ) u
      where r.value = u.value and u.is_identifier and (u.main <> u.value or u.kind <> 'identifier')`,
  );
  await run(
    scope,
    sql`
      update reference set queen_id = gen_random_uuid(), is_new = true
      where queen_id is null and (main is null or main = value)`,
  );
  await run(
    scope,
    sql`
      update reference r set queen_id = m.queen_id from reference m where m.value = r.main and r.queen_id is null`,
  );
}

/** The database has no function for name keys, so TypeScript computes them. */
async function fillNameKeys(scope: Scope): Promise<void> {
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
        join queen q on q.account_id = ${hidden(scope.accountId)} and q.name_key = r.name_key and q.name = r.value
        where r.queen_id is null
          and not exists (select from identified_name n where n.queen_id = q.id and n.name <> q.name)
        union
        select r.value, n.queen_id from reference r join identified_name n on n.name = r.value where r.queen_id is null
        union
        select r.value, n.queen_id from reference r join unidentified_name n on n.name = r.value where r.queen_id is null
      ), counted as (
        select c.value, count(*)::integer as queens, (array_agg(c.id))[1] as only,
               array_agg(c.id) filter (where ${scope.isOwn}::boolean and q.external_id is null and n.queen_id is null) as plain
        from candidate c
        left join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = c.id
        left join identified_name n on n.queen_id = c.id
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
      update reference r set queen_id = g.queen_id
      from (
        select distinct on (former.value) former.value, s.queen_id
        from ${drafts(scope)} join subject s on s."row" = d."row"
        cross join lateral jsonb_to_recordset(d.identifiers) as former(system text, value text)
        where d.identifiers is not null and former.system = ${FORMER_NAME} order by former.value, d."row"
      ) g
      where r.queen_id is null and r.queens = 0 and g.value = r.value`,
  );
  await run(
    scope,
    sql`
      update reference r set queen_id = i.queen_id from queen_identifier i
      where r.queen_id is null and r.queens = 0
        and i.account_id = ${hidden(scope.accountId)} and i.value = r.value and i.system = ${FORMER_NAME}`,
  );
  await run(
    scope,
    sql`
      update reference r set queen_id = c.only, is_alike = true
      from (
        select value, (array_agg(id))[1] as only from (
          select r.value, q.id
          from reference r join queen q on q.account_id = ${hidden(scope.accountId)} and q.name_key = r.name_key
          where r.queen_id is null and r.queens = 0
            and not exists (select from identified_name n where n.queen_id = q.id and n.name <> q.name)
          union
          select r.value, n.queen_id from reference r join identified_name n on n.name_key = r.name_key
          where r.queen_id is null and r.queens = 0
          union
          select r.value, n.queen_id from reference r join unidentified_name n on n.name_key = r.name_key
          where r.queen_id is null and r.queens = 0
        ) candidate group by value having count(*) = 1
      ) c
      where r.value = c.value`,
  );
}
