import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { contradictsMating, isMateItself } from '../../queens/lineage/lineage-rules.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { QUEEN_FACTS } from '../draft-columns.js';
import { addFaults, createTempTable, type Scope } from './scope.js';
import { nextValue } from './value-rules.js';

/**
 * Links queens to their parents. A queen mates once, so `sire(q) = mate(dam(q))`. A row with both parents therefore
 * sets the dam's mating, and a mating sets the sire of every daughter.
 *
 * Creates the temporary tables `family` (queen → dam, stated sire, mate), `mating` (dam → mate, if this import sets it)
 * and `next_queen`: every queen that the import creates or may change, with her new and her former (`old_…`) values. If
 * the file calls a queen by the name of a record that was merged into hers, her name does not change.
 */
export async function linkFamilies(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await createTempTable(
    scope,
    'family',
    sql`
      select f.queen_id, f."row", coalesce(m.queen_id, q.mother_id) as mother_id,
             case when f.father is not null then s.queen_id when q.mother_id is null then q.father_id end as father_id,
             t.queen_id as mated_to_id
      from fact f
      left join reference m on m.value = f.mother
      left join reference s on s.value = f.father
      left join reference t on t.value = f.mated_to
      left join queen q on q.account_id = ${hidden(accountId)} and q.id = f.queen_id`,
    'queen_id',
  );
  await createTempTable(
    scope,
    'implied',
    sql`
      select c."row", c.mother_id, c.father_id, coalesce(own.mated_to_id, m.mated_to_id) as mated_to_id
      from family c
      left join family own on own.queen_id = c.mother_id
      left join queen m on m.account_id = ${hidden(accountId)} and m.id = c.mother_id
      where c.mother_id is not null and c.father_id is not null`,
    'mother_id',
  );
  await checkMatings(scope);
  await createTempTable(
    scope,
    'mating',
    sql`
      select queen_id as mother_id, mated_to_id from family where mated_to_id is not null
      union all
      (select distinct on (mother_id) mother_id, father_id from implied where mated_to_id is null order by mother_id, "row")`,
    'mother_id',
  );
  await createTempTable(scope, 'next_queen', nextQueens(scope), 'id');
}

/** Selects all queens whose names a message may contain. */
function allQueens({ accountId }: Scope): RawBuilder<unknown> {
  return sql`
    select f.queen_id as id, coalesce(f.external_id, f.name) as called from fact f where f.is_new
    union all select r.queen_id, r.value from reference r where r.is_new
    union all select q.id, coalesce(q.external_id, q.name) from queen q
      where q.account_id = ${hidden(accountId)} and q.id in (select father_id from mating_conflict union select mated_to_id from mating_conflict)`;
}

async function checkMatings(scope: Scope): Promise<void> {
  await createTempTable(
    scope,
    'mating_conflict',
    sql`
      select "row", mother_id, father_id, mated_to_id from implied where father_id <> mated_to_id
      union all
      select i."row", i.mother_id, i.father_id, first.father_id
      from implied i
      join (select distinct on (mother_id) mother_id, father_id from implied order by mother_id, "row") first
        on first.mother_id = i.mother_id and first.father_id <> i.father_id
      where i.mated_to_id is null`,
  );
  await addFaults(
    scope,
    sql`
      with all_queen as (${allQueens(scope)})
      select c."row", 'father',
             format(${contradictsMating('%s', '%s')}, coalesce(f.called, '?'), coalesce(m.called, '?')),
             jsonb_build_object('father', f.called, 'mate', m.called) as params
      from mating_conflict c left join all_queen f on f.id = c.father_id left join all_queen m on m.id = c.mated_to_id`,
    'father_contradicts_mating',
  );
}

function nextQueens({ accountId }: Scope): RawBuilder<unknown> {
  const merged = sql.raw(QUEEN_FACTS.map((column) => `${nextValue(column)} as ${column}`).join(', '));
  return sql`
    with affected as (
      select queen_id as id from fact
      union select queen_id from reference where is_new
      union select mother_id from mating
      union select q.id from mating m join queen q on q.account_id = ${hidden(accountId)} and q.mother_id = m.mother_id
    ), merged as (
      select a.id, f."row", q.id is null as is_new,
             case when q.id is null then coalesce(f.external_id, case r.kind when 'identifier' then r.value end)
                  else coalesce(q.external_id, f.external_id) end as external_id,
             coalesce(case when new_name.is_used then f.name end, q.name, f.external_id, r.value) as name,
             coalesce(case when (f.name is not null and new_name.is_used) or q.id is null then f.name_key end, q.name_key, r.name_key) as name_key,
             ${merged},
             coalesce(fam.mother_id, q.mother_id) as mother_id,
             coalesce(fam.father_id, q.father_id) as own_father_id,
             coalesce(m.mated_to_id, q.mated_to_id) as mated_to_id,
             q.mother_id as old_mother_id, q.father_id as old_father_id, q.birth_date as old_birth_date,
             q.mated_to_id as old_mated_to_id, ${isMateItself('q')} as old_is_mate_itself
      from affected a
      left join fact f on f.queen_id = a.id
      left join reference r on r.queen_id = a.id and r.is_new
      left join family fam on fam.queen_id = a.id
      left join mating m on m.mother_id = a.id
      left join queen q on q.account_id = ${hidden(accountId)} and q.id = a.id
      left join queen_identifier former on former.account_id = ${hidden(accountId)} and former.value = f.name
        and former.system = ${FORMER_NAME} and former.queen_id = a.id
      -- If a queen was found by a name that differs in case or accents, her name does not change.
      cross join lateral (
        select former.value is null and (q.id is null or f.external_id is not null or f.name_key is distinct from q.name_key) as is_used
      ) new_name
    )
    select n.*, case when n.mother_id is null then n.own_father_id else coalesce(m.mated_to_id, dam.mated_to_id) end as father_id,
           false as is_changed
    from merged n
    left join mating m on m.mother_id = n.mother_id
    left join queen dam on dam.account_id = ${hidden(accountId)} and dam.id = n.mother_id`;
}
