import { sql } from 'kysely';
import { identifierTaken } from '../../pedigree/lineage-rules.js';
import { QUEEN_FACTS } from '../draft-columns.js';
import { drafts, faults, table, type Scope } from './scope.js';

/** What must not be said in two ways of one queen; of anything else the last row that says it counts. */
const FIRM = ['generation', 'birth_date', 'mother', 'father', 'mated_to'] as const;

const MERGED = [
  ...QUEEN_FACTS,
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
  const last = sql.raw(
    MERGED.map(
      (column) => `(array_agg(d.${column} order by d."row" desc) filter (where d.${column} is not null))[1]`,
    ).join(', '),
  );
  await table(
    scope,
    'fact',
    sql`
      with counted as (select *, count(*) over (partition by queen_id) as rows from subject)
      select s.queen_id, s.is_new, s."row", ${plain}
      from counted s join ${drafts(scope)} on d."row" = s."row" where s.rows = 1
      union all
      select s.queen_id, bool_or(s.is_new), min(s."row"), ${last}
      from counted s join ${drafts(scope)} on d."row" = s."row" where s.rows > 1
      group by s.queen_id`,
    'queen_id',
  );
  for (const field of FIRM) {
    const column = sql.ref(`d.${field}`);
    await faults(
      scope,
      sql`
        select max(s."row"), ${field}::text,
               'contradicts row ' || min(s."row") || ': "' || min(${column}) || '" and "' || max(${column}) || '" for one queen'
        from (select *, count(*) over (partition by queen_id) as rows from subject) s
        join ${drafts(scope)} on d."row" = s."row"
        where s.rows > 1 and ${column} is not null
        group by s.queen_id having count(distinct ${column}) > 1`,
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
}
