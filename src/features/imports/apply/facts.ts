import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { identifierTaken } from '../../queens/lineage/lineage-rules.js';
import { QUEEN_FACTS, SUPPOSED } from '../draft-columns.js';
import { drafts, addFaults, createTempTable, type Scope } from './scope.js';
import { mergedValue } from './value-rules.js';

const MERGED_COLUMNS = [
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

/** Creates the temporary table `fact`: the merged values of each queen. `row` is the first row that describes her. */
export async function collectFacts(scope: Scope): Promise<void> {
  const plain = sql.raw(MERGED_COLUMNS.map((column) => `d.${column}`).join(', '));
  const together = sql.raw(MERGED_COLUMNS.map(mergedValue).join(', '));
  await createTempTable(
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
  await addFaults(
    scope,
    sql`
      select f."row", 'external_identifiers', format(${identifierTaken('%s')}, further.value), jsonb_build_object('given', further.value) as params
      from fact f, jsonb_to_recordset(f.identifiers) as further(value text)
      where exists (
        select from queen_identifier i
        where i.account_id = ${hidden(scope.accountId)} and i.value_key = identifier_key(further.value) and i.queen_id <> f.queen_id
      ) or exists (
        select from queen q
        where q.account_id = ${hidden(scope.accountId)} and q.external_key = identifier_key(further.value) and q.id <> f.queen_id
      )`,
    'identifier_taken',
  );
  // Two queens of the file must not share an identifier.
  await addFaults(
    scope,
    sql`
      with further as (
        select f.queen_id, f."row", other.value, identifier_key(other.value) as key
        from fact f, jsonb_to_recordset(f.identifiers) as other(value text)
      ), owner as (
        select key, queen_id, "row" from further
        union all select n.key, f.queen_id, f."row" from fact f join file_identifier n on n.queen_id = f.queen_id
          where n.key in (select key from further)
      ), shared as (
        select key, (array_agg("row" order by "row"))[1:2] as rows from (
          select key, queen_id, min("row") as "row" from owner group by key, queen_id
        ) s group by key having count(*) > 1
      )
      select distinct g."row", 'external_identifiers',
             format('the identifier "%s" also belongs to the queen of row %s: remove it from one of the two queens', g.value, case when g."row" = s.rows[1] then s.rows[2] else s.rows[1] end),
             jsonb_build_object('given', g.value, 'row', case when g."row" = s.rows[1] then s.rows[2] else s.rows[1] end) as params
      from shared s join further g on g.key = s.key`,
    'identifier_of_two',
  );
}
