import { sql } from 'kysely';
import { identifierTaken } from '../../pedigree/lineage-rules.js';
import { MATING, QUEEN_FACTS, SUPPOSED } from '../draft-columns.js';
import { drafts, faults, table, type Scope } from './scope.js';
import { merged, said } from './statements.js';

/** What must not be said in two ways of one queen; of anything else the last row that says it counts. */
const FIRM = ['generation', 'birth_date', 'mother', 'father', 'mated_to', 'mated_at', 'mating_type', ...MATING];

const MERGED = [
  ...QUEEN_FACTS,
  ...SUPPOSED,
  'external_id',
  'name',
  'name_key',
  'identifiers',
  'mother',
  'father',
  'mated_to',
] as const;

/** Gathers what the rows say of each queen into `fact`, one row a queen; `row` is the first that speaks of her. */
export async function gatherFacts(scope: Scope): Promise<void> {
  const plain = sql.raw(MERGED.map((column) => `d.${column}`).join(', '));
  const together = sql.raw(MERGED.map(merged).join(', '));
  await table(
    scope,
    'fact',
    sql`
      with counted as (select *, count(*) over (partition by queen_id) as rows from subject)
      select s.queen_id, s.is_new, s."row", ${plain}
      from counted s join ${drafts(scope)} on d."row" = s."row" where s.rows = 1
      union all
      select s.queen_id, bool_or(s.is_new), min(s."row"), ${together}
      from counted s join ${drafts(scope)} on d."row" = s."row" where s.rows > 1
      group by s.queen_id`,
    'queen_id',
  );
  for (const field of FIRM) {
    await faults(
      scope,
      sql`
        select max("row"), ${field}::text,
               'contradicts row ' || min("row") || ': "' || min(value) || '" and "' || max(value) || '" for one queen'
        from (
          select s.queen_id, s."row", ${said(field)} as value
          from (select *, count(*) over (partition by queen_id) as rows from subject) s
          join ${drafts(scope)} on d."row" = s."row"
          where s.rows > 1 and ${sql.ref(`d.${field}`)} is not null
        ) said
        group by queen_id having count(distinct value) > 1`,
    );
  }
  await faults(
    scope,
    sql`
      select f."row", 'external_identifiers', format(${identifierTaken('%s')}, given.value)
      from fact f, jsonb_to_recordset(f.identifiers) as given(value text)
      where exists (
        select from queen_identifier i
        where i.account_id = ${scope.accountId}::uuid and i.value = given.value and i.queen_id <> f.queen_id
      ) or exists (
        select from queen q
        where q.account_id = ${scope.accountId}::uuid and q.external_id = given.value and q.id <> f.queen_id
      )`,
  );
  // Nor may an identifier be of two queens of the file.
  await faults(
    scope,
    sql`
      with given as (
        select f.queen_id, f."row", other.value from fact f, jsonb_to_recordset(f.identifiers) as other(value text)
      ), said as (
        select * from given
        union all select queen_id, "row", external_id from fact where external_id in (select value from given)
      ), shared as (
        select value, (array_agg("row" order by "row"))[1:2] as rows from (
          select value, queen_id, min("row") as "row" from said group by value, queen_id
        ) s group by value having count(*) > 1
      )
      select distinct g."row", 'external_identifiers',
             format('the identifier "%s" belongs to the queen of row %s too: leave it to one of them', s.value, case when g."row" = s.rows[1] then s.rows[2] else s.rows[1] end)
      from shared s join given g on g.value = s.value`,
  );
}
