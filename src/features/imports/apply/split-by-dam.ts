import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { called } from '../../queens/lineage/lineage-rules.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { decisionFor, isOwnRow, reportConflicts } from './account-conflicts.js';
import { chooseAgain } from './namesakes.js';
import { drafts, run, type Scope } from './scope.js';

/**
 * Finds identifiers of queens whose dam in the account differs from their dam in the file. Must run after the
 * references to dams are resolved. Reports the conflicts that no decision resolves. If the rows of a dam are assigned
 * to another queen, compares the rows of her daughters again.
 */
export async function splitByDam(scope: Scope): Promise<void> {
  while ((await findDamConflicts(scope)) > 0) {
    if ((await createOtherQueens(scope)) === 0) continue;
    await run(
      scope,
      sql`
        update subject s set queen_id = n.queen_id, is_new = n.is_new
        from ${drafts(scope)}, file_identifier n where d."row" = s."row" and n.key = d.external_key`,
    );
    await run(
      scope,
      sql`
        update reference r set queen_id = c.other_id
        from account_conflict c
        where r.queen_id = c.queen_id and c.field = 'mother' and c.other_id is not null and (r.key = c.key or r.value = c.name)`,
    );
    await chooseAgain(scope);
  }
  await reportConflicts(scope);
}

/** @returns number of conflicts found */
async function findDamConflicts(scope: Scope): Promise<number> {
  const { accountId } = scope;
  return run(
    scope,
    sql`
      with agreeing as (
        -- If some rows of an identifier agree with the account, the other rows of this identifier are wrong.
        select n.key from file_identifier n
        join ${drafts(scope)} on d.external_key = n.key
        join reference r on r.value = d.mother
        join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id and q.mother_id = r.queen_id
      ), candidate as (
        select distinct on (n.key) n.key, n.value, n.queen_id, d."row", 'mother', d.mother, ${called('m')} as account_value,
               coalesce(d.name, d.external_id) as name, q.name as other_name, n.value || '/' || case
                 when left(d.birth_date, 4) <> coalesce(left(q.birth_date, 4), '') then left(d.birth_date, 4)
                 when d.name_key <> q.name_key then d.name
               end as alternative, r.queen_id as dam_id
        from file_identifier n
        join ${drafts(scope)} on d.external_key = n.key
        join reference r on r.value = d.mother
        join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
        join queen m on m.account_id = ${hidden(accountId)} and m.id = q.mother_id
        where not n.is_new and r.queen_id <> q.mother_id and not ${isOwnRow(scope)}
          and not exists (select from account_conflict c where c.key = n.key and c.field <> 'queen_name')
          and n.key not in (select key from agreeing)
        order by n.key, d."row"
      ), first as (
        select * from candidate where dam_id not in (select queen_id from candidate)
      )
      insert into account_conflict
      select key, value, queen_id, "row", 'mother', mother, account_value, name, other_name, alternative
      from candidate where dam_id not in (select queen_id from candidate) or not exists (select from first)`,
  );
}

/**
 * Assigns another queen to each conflict with the decision "another", and creates her if necessary. If a conflict has
 * no decision, assigns a queen only if she is already in the account. In both cases, the row must state another year of
 * birth or another name.
 * @returns number of conflicts to which a queen was assigned
 */
async function createOtherQueens(scope: Scope): Promise<number> {
  const { accountId, importId } = scope;
  const { rows: unresolved } = await sql`select 1 from account_conflict where other_id is null limit 1`.execute(
    scope.db,
  );
  if (unresolved.length === 0) return 0;
  const created = await run(
    scope,
    sql`
      update account_conflict c set other_id = coalesce(o.file_id, o.id, gen_random_uuid()), is_new = o.file_id is null and o.id is null
      from (
        select c.key, n.queen_id as file_id, q.id
        from account_conflict c
        left join file_identifier n on n.key = identifier_key(c.alternative)
        left join lateral (
          select id from (
            select id from queen where account_id = ${hidden(accountId)} and external_key = identifier_key(c.alternative)
            union all
            select queen_id from queen_identifier
            where account_id = ${hidden(accountId)} and value_key = identifier_key(c.alternative) and system <> ${FORMER_NAME}
          ) known limit 1
        ) q on true
      ) o
      where o.key = c.key and c.other_id is null and c.alternative is not null
        and (${decisionFor(scope, sql`c.key`)} = 'another' or ${decisionFor(scope, sql`c.key`)} is null and o.id is not null)`,
  );
  if (created === 0) return 0;
  // References in the file use the original identifier, so this identifier must now refer to the other queen.
  await run(
    scope,
    sql`
      update file_identifier n set queen_id = c.other_id, is_new = c.is_new
      from account_conflict c where n.key = c.key and c.other_id is not null`,
  );
  await run(
    scope,
    sql`
      insert into file_identifier (key, value, queen_id, is_new)
      select identifier_key(alternative), alternative, other_id, is_new from account_conflict
      where other_id is not null and identifier_key(alternative) not in (select key from file_identifier)`,
  );
  await run(
    scope,
    sql`
      update import_draft d set external_id = c.alternative from account_conflict c
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d.external_key = c.key
        and c.other_id is not null`,
  );
  return created;
}
