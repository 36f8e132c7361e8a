import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { drafts, addFaults, createTempTable, type Scope } from './scope.js';

/**
 * Condition: the row would move a queen to another hive or replace the queen of a hive, but its test is outdated. The
 * account already has the test at this hive, has a test of this queen at a hive in a later season, or has a test of
 * this hive in a later season. Such a row moves no queen, because she may have been moved after the test.
 */
const isOutdated = ({ accountId }: Scope): RawBuilder<unknown> => sql`
  d.year is not null
  and exists (
    select from hive h where h.account_id = ${hidden(accountId)} and h.id <> s.hive_id and h.queen_id = subject.queen_id
    union all
    select from hive h where h.account_id = ${hidden(accountId)} and h.id = s.hive_id and h.queen_id <> subject.queen_id
  )
  and exists (
    select from evaluation e where e.account_id = ${hidden(accountId)} and e.queen_id = subject.queen_id
      and (e.year = d.year and e.hive_id = s.hive_id or e.year > d.year and e.hive_id is not null)
    union all
    select from evaluation e where e.account_id = ${hidden(accountId)} and e.hive_id = s.hive_id and e.year > d.year
  )`;

/**
 * Finds the apiaries and hives that rows name. Assigns ids to new apiaries and hives.
 *
 * Creates the temporary tables `file_apiary` (name → apiary), `file_hive` (apiary and name → hive), `row_place` (row →
 * apiary, hive) and `hive_head` (hive → the queen, under test or in production, that heads the hive according to the
 * newest row).
 */
export async function findPlaces(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await createTempTable(
    scope,
    'file_apiary',
    sql`
      select w.name, coalesce(a.id, gen_random_uuid()) as apiary_id, a.id is null as is_new, address.*,
             a.id is not null and (a.postal_code, a.country_code) is distinct from (address.postal_code, address.country_code) as is_changed
      from (
        -- Rows with different addresses must not be combined: the country comes from rows with the chosen postal code or
        -- without a postal code.
        select apiary as name, min(postal_code) as postal_code,
               coalesce(min(country_code) filter (where postal_code = chosen), min(country_code) filter (where postal_code is null)) as country_code
        from (
          select apiary, postal_code, country_code, min(postal_code) over (partition by apiary) as chosen
          from ${drafts(scope)} where apiary is not null
        ) stated
        group by apiary
      ) w
      left join apiary a on a.account_id = ${hidden(accountId)} and a.name = w.name
      -- Completes the address of an apiary, unless the file has another address.
      cross join lateral (
        select coalesce(a.postal_code, case when is_same then w.postal_code end) as postal_code,
               coalesce(a.country_code, case when is_same then w.country_code end) as country_code
        from (values (coalesce(a.postal_code = w.postal_code, true) and coalesce(a.country_code = w.country_code, true))) as compared(is_same)
      ) address`,
    'name',
  );
  await createTempTable(
    scope,
    'file_hive',
    sql`
      with wanted as (
        select distinct p.apiary_id, d.hive as name
        from ${drafts(scope)} left join file_apiary p on p.name = d.apiary where d.hive is not null
      ), found as (
        select w.apiary_id, w.name, count(h.id)::integer as hives, (array_agg(h.id))[1] as id
        from wanted w
        left join hive h on h.account_id = ${hidden(accountId)} and h.name = w.name
          and (w.apiary_id is null or h.apiary_id = w.apiary_id)
        group by w.apiary_id, w.name
      )
      select apiary_id, name, hives, coalesce(id, gen_random_uuid()) as hive_id, id is null as is_new from found`,
    'name',
  );
  await createTempTable(
    scope,
    'row_place',
    sql`
      select d."row", p.apiary_id, h.hive_id
      from ${drafts(scope)}
      left join file_apiary p on p.name = d.apiary
      left join file_hive h on h.name = d.hive and h.apiary_id is not distinct from p.apiary_id
      where d.apiary is not null or d.hive is not null`,
    'row',
  );
  await addFaults(
    scope,
    sql`
      select d."row", 'hive', '"' || d.hive || '" is the name of ' || h.hives || ' hives: the row must also state the apiary',
             jsonb_build_object('given', d.hive, 'hives', h.hives) as params
      from ${drafts(scope)}
      join file_hive h on h.name = d.hive and h.apiary_id is null and h.hives > 1
      where d.apiary is null`,
    'ambiguous_hive',
  );
  await createTempTable(
    scope,
    'hive_head',
    sql`
      with candidate as (
        select s.hive_id, subject.queen_id, d.year, d."row"
        from row_place s
        join ${drafts(scope)} on d."row" = s."row"
        join subject on subject."row" = s."row"
        join next_queen n on n.id = subject.queen_id and n.status in ('testing', 'production')
        where s.hive_id is not null and not (${isOutdated(scope)})
      ), latest as (
        select distinct on (queen_id) * from candidate order by queen_id, year desc nulls last, "row" desc
      )
      select distinct on (l.hive_id) l.hive_id, l.queen_id, h.queen_id as old_queen_id
      from latest l left join hive h on h.account_id = ${hidden(accountId)} and h.id = l.hive_id
      order by l.hive_id, l.year desc nulls last, l."row" desc`,
    'hive_id',
  );
}
