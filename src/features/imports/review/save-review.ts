import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { analyze, drafts, run, type Scope } from '../apply/scope.js';
import { restName } from '../member-names.js';
import { findChanges } from './changes.js';

/**
 * Saves the changes that the import would make, row by row. Also saves the queens that the import would create or
 * change although no row describes them.
 * @param hasNewValues see {@link findChanges}
 * @param headerOf returns the header of the column from which this member of a draft was read
 */
export async function saveReview(
  scope: Scope,
  hasNewValues: boolean,
  headerOf: (member: string) => string | null,
): Promise<void> {
  const { accountId, importId } = scope;
  const mine = sql`account_id = ${accountId}::uuid and import_id = ${importId}::uuid`;
  await findChanges(scope, hasNewValues);
  await run(
    scope,
    sql`
      insert into import_review (account_id, import_id, position, state, queen_id, name, identifier)
      select ${accountId}::uuid, ${importId}::uuid, r.position, case when n.is_new then 'new' else 'changed' end,
        case when not n.is_new then n.id end, n.name, n.external_id
      from review_queen r join (select distinct on (id) * from next_queen order by id) n on n.id = r.id
      where n."row" is null`,
  );
  // The old statistics do not include the rows of this import, so the planner would expect few rows.
  await analyze(scope, 'import_review', 'account_id', 'import_id', 'row', 'position');
  await saveFindings(scope, headerOf);
  await run(
    scope,
    sql`
      update import_review r set changes = c.changes
      from (
        select position, jsonb_agg(jsonb_build_object('record', record, 'member', member, 'from', old, 'to', new) order by section, place, member) as changes
        from review_change group by position
      ) c
      where ${mine} and r.position = c.position`,
  );
  await run(
    scope,
    sql`
      update import_review r set queen_id = case when s.state <> 'new' then s.queen_id end, name = s.name, identifier = s.identifier, found_by = s.found_by,
        state = case when r.state in ('set_aside', 'skipped', 'faulty') then r.state else s.state end
      from (
        select s."row", s.queen_id, coalesce(s.own_name, n.name, q.name) as name, coalesce(n.external_id, q.external_id) as identifier,
          case when not s.is_new then s.found_by end as found_by,
          case when s.is_new then 'new'
            when coalesce(n.is_changed, false) or c.position is not null or exists (
              select from visit v join next_evaluation e on e.queen_id = v.queen_id and e.year = v.year
                and e.apiary_id is not distinct from v.apiary_id
              where v."row" = s."row" and (e.is_new or e.is_changed)
            ) then 'changed' else 'unchanged' end as state
        from (
          select s."row", s.queen_id, s.is_new, case when d.external_id is null then 'name' else 'identifier' end as found_by,
            -- Several rows may describe a new queen with different names.
            case when s.is_new then d.name end as own_name
          from subject s join ${drafts(scope)} on d."row" = s."row"
          union all select "row", queen_id, false, null, null from known
        ) s
        left join (select distinct on (id) * from next_queen order by id) n on n.id = s.queen_id
        left join queen q on q.account_id = ${hidden(accountId)} and q.id = s.queen_id
        left join (select distinct position from review_change) c on c.position = s."row"
      ) s
      where ${mine} and r."row" = s."row"`,
  );
  // A row without a queen still has no state here. It counts as faulty, even if its error is reported at another row.
  await run(scope, sql`update import_review set state = 'faulty' where ${mine} and state is null`);
}

/** Adds the errors and warnings of each row. */
async function saveFindings(scope: Scope, headerOf: (member: string) => string | null): Promise<void> {
  const { accountId, importId, db } = scope;
  const { rows: fields } = await sql<{ field: string }>`
    select distinct field from fault where field is not null`.execute(db);
  const names = fields.map(({ field }) => ({ field, header: headerOf(field), name: restName(field) }));
  const mine = sql`account_id = ${accountId}::uuid and import_id = ${importId}::uuid`;
  await run(
    scope,
    sql`
      with named as (
        select * from json_to_recordset(${JSON.stringify(names)}::json) as n(field text, header text, name text)
      ), found as (
        select "row", column_name as "column", message, code, params, is_warning from import_error where ${mine}
        union
        select f."row", n.header, case when n.header is null and f.message ~ '^(is|must|contradicts) ' then n.name || ' ' else '' end || f.message,
          f.code, f.params, f.is_warning
        from fault f left join named n on n.field = f.field
      ), grouped as (
        select "row",
          coalesce(jsonb_agg(jsonb_build_object('row', "row", 'column', "column", 'message', message, 'code', code, 'params', params)
            order by "column", message) filter (where not is_warning), '[]') as errors,
          coalesce(jsonb_agg(jsonb_build_object('row', "row", 'column', "column", 'message', message, 'code', code, 'params', params)
            order by "column", message) filter (where is_warning), '[]') as warnings
        from found where "row" is not null group by "row"
      )
      update import_review r set errors = g.errors, warnings = g.warnings,
        is_doubtful = g.warnings <> '[]' and coalesce(r.state, '') not in ('set_aside', 'skipped'),
        state = case when g.errors <> '[]' then 'faulty' else r.state end
      from grouped g where r.account_id = ${accountId}::uuid and r.import_id = ${importId}::uuid and r."row" = g."row"`,
  );
}
