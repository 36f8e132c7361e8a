import { sql, type Kysely } from 'kysely';

/** Invariants of a pedigree. Each query finds violations of one rule. */
const BROKEN = {
  'a queen who is her own ancestor': sql`
    with recursive up as (
      select q.id as start, parent.id from queen q, lateral (values (mother_id), (father_id)) as parent(id) where parent.id is not null
      union
      select up.start, parent.id from up join queen q on q.id = up.id, lateral (values (q.mother_id), (q.father_id)) as parent(id)
      where parent.id is not null
    )
    select start from up where start = id`,
  'a mating that precedes itself': sql`
    with recursive later (id, is_family, earlier, is_earlier_family) as (
      select id, true, id, false from queen
      union all
      select id, true, mated_to_id, coalesce(mating_type, '') not in ('single_queen', 'single_drone')
        and not (sdi_code is not distinct from 1 and coalesce(mating_type, 'insemination') = 'insemination')
      from queen where mated_to_id is not null
      union all
      select id, false, coalesce(mother_id, father_id), true from queen where coalesce(mother_id, father_id) is not null
    ), walk as (
      select * from later
      union
      select w.id, w.is_family, l.earlier, l.is_earlier_family
      from walk w join later l on l.id = w.earlier and l.is_family = w.is_earlier_family
    )
    select id from walk where id = earlier and is_family = is_earlier_family`,
  'a father who is not the mate of the mother': sql`
    select q.id from queen q join queen m on m.id = q.mother_id where q.father_id is distinct from m.mated_to_id`,
  'a parent or mate that does not exist': sql`
    select q.id from queen q, lateral (values (mother_id), (father_id), (mated_to_id)) as link(id)
    where link.id is not null and not exists (
      select from queen p where p.account_id = q.account_id and p.id = link.id
    )`,
  'a daughter older than her parent': sql`
    select q.id from queen q join queen p on p.id in (q.mother_id, q.father_id)
    where left(p.birth_date, least(length(p.birth_date), length(q.birth_date)))
      > left(q.birth_date, least(length(p.birth_date), length(q.birth_date)))`,
  'an F1 queen without an F0 mother': sql`
    select q.id from queen q left join queen m on m.id = q.mother_id
    where q.generation = 'F1' and m.generation is distinct from 'F0'`,
  'two queens with the same identifier': sql`
    select value from (
      select account_id, external_id as value, id from queen where external_id is not null
      union select account_id, value, queen_id from queen_identifier
    ) n group by account_id, value having count(distinct id) > 1`,
  'two queens with the same name and no identifier': sql`
    select name from queen where external_id is null group by account_id, name having count(*) > 1`,
  'two evaluations of one queen, year and apiary': sql`
    select queen_id from evaluation group by account_id, queen_id, year, apiary_id having count(*) > 1`,
  'a sold, dead or lost queen that heads a hive': sql`
    select h.id from hive h join queen q on q.id = h.queen_id where q.status in ('sold', 'dead', 'lost')`,
};

const TABLES = ['queen', 'queen_identifier', 'evaluation', 'hive'];

/** Returns the violated rules. For a valid pedigree, the list is empty. */
export async function brokenRules(database: Kysely<unknown>, accountId: string): Promise<string[]> {
  // Replaces each table by a table of the same name with only the rows of the account.
  const own = TABLES.map(
    (name) => sql`${sql.ref(name)} as (select * from ${sql.table(`public.${name}`)} where account_id = ${accountId})`,
  );
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(BROKEN)) {
    const { rows } = await sql`with ${sql.join(own)} select * from (${query}) as broken limit 3`.execute(database);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
