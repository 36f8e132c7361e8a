import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { drafts, addFaults, run, createTempTable, UUID, addWarnings, type Scope } from './scope.js';

/**
 * Returns SQL for the breeder's decision about the identifier with this key. If the breeder has not decided about this
 * identifier, the decision for all other identifiers applies; null if there is none either.
 */
export const decisionFor = ({ decisions }: Scope, key: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  coalesce((select answer from decision where decision.key = ${key}), ${decisions.all ?? null}::text)`;

/** Creates the temporary table `decision`: key of an identifier → answer. */
export async function createDecisionTable(scope: Scope): Promise<void> {
  await createTempTable(
    scope,
    'decision',
    sql`
      select distinct on (key) identifier_key(identifier) as key, answer
      from jsonb_each_text(${JSON.stringify(scope.decisions.each)}::jsonb) as decided(identifier, answer) order by key`,
  );
}

/** Condition: the file is an export of Queenbook, and the row `d` has the id of the queen `q`. */
export const isOwnRow = ({ isOwn }: Scope) => sql`
  coalesce(${isOwn}::boolean and d.cells[1] ~* ${UUID} and lower(d.cells[1]) = q.id::text, false)`;

/**
 * Finds rows without an identifier that have the name of a queen in the account, but another birth year. If the breeder
 * decided that these rows describe another queen, creates a new queen, but only if the queen of the account has an
 * identifier. (Two queens without identifiers cannot have the same name.)
 */
export async function splitByName(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await run(
    scope,
    sql`
      insert into account_conflict (key, value, queen_id, "row", field, file_value, account_value, name, other_name, other_id)
      select distinct on (n.name) identifier_key(n.name), n.name, n.queen_id, d."row", 'birth_date', left(d.birth_date, 4),
             left(q.birth_date, 4), n.name, q.name,
             case when q.external_id is not null and ${decisionFor(scope, sql`identifier_key(n.name)`)} = 'another' then gen_random_uuid() end
      from unidentified_name n
      join ${drafts(scope)} on d.external_id is null and d.name = n.name
      join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
      where not n.is_new and left(d.birth_date, 4) <> left(q.birth_date, 4) and not ${isOwnRow(scope)}
      order by n.name, d."row"`,
  );
  await run(
    scope,
    sql`
      update unidentified_name n set queen_id = c.other_id, is_new = true, is_alike = false
      from account_conflict c where c.value = n.name and c.queen_id = n.queen_id and c.other_id is not null`,
  );
}

/**
 * Reports the conflicts that no decision resolves. If an identifier has a conflict in the name and a conflict in
 * another field, only the conflict in the other field is reported. Rows of a file that was imported before are not
 * reported, because `setAsideKnownFile` has deleted them from `import_draft`.
 */
export async function reportConflicts(scope: Scope): Promise<void> {
  const decision = decisionFor(scope, sql`c.key`);
  await run(
    scope,
    sql`
      delete from account_conflict c using account_conflict other
      where c.field = 'queen_name' and other.key = c.key and other.field <> 'queen_name'`,
  );
  // Breeders use the same plain numbers again each year, so a different name can mean a different queen. If the
  // identifier is not a plain number, a different name is a correction.
  const isRename = sql`(c.field = 'queen_name' and c.key !~ '^[0-9]+$' and ${decision} is null)`;
  // If the dam is the same, the row describes the same queen in spite of the different name.
  const isConfirmed = sql`(c.field = 'queen_name' and exists (
    select from ${drafts(scope)} join reference r on r.value = d.mother
    join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = c.queen_id and q.mother_id = r.queen_id
    where d.external_key = c.key
  ))`;
  const params = sql`
    jsonb_build_object('identifier', c.value, 'queen_id', c.queen_id, 'queen', c.other_name, 'name', c.name, 'given', c.file_value, 'other', c.account_value,
      'decisions', '["same", "another"]'::jsonb) || case
        when ${decision} is distinct from 'another' then '{}'
        when d.external_id is null then '{"missing": "identifier"}'
        else '{"missing": "year_or_name"}' end::jsonb as params`;
  await addWarnings(
    scope,
    sql`
      select c."row", c.field, 'renames "' || c.other_name || '" (identifier "' || c.value || '" in the account) to "' ||
          c.file_value || '"; if the row describes another queen, set the decision "another"', ${params}
      from account_conflict c join ${drafts(scope)} on d."row" = c."row"
      where c.other_id is null and ${isRename} and not ${isConfirmed}`,
    'renames_queen',
  );
  await addFaults(
    scope,
    sql`
      select c."row", c.field, 'contradicts "' || c.other_name || '" of the account, who has the ' || case when d.external_id is null then 'name' else 'identifier' end || ' "' || c.value || '": ' ||
          case c.field when 'birth_date' then 'she was born in ' || c.account_value || ', but "' || c.name || '" was born in ' || c.file_value
          when 'queen_name' then 'the row calls her "' || c.file_value || '"'
          else 'her dam is "' || c.account_value || '", but the dam of "' || c.name || '" is "' || c.file_value || '"' end ||
          case when ${decision} = 'another' and d.external_id is null then '; for another queen, the row must state an identifier'
          when ${decision} = 'another' then '; for another queen, the row must state another year of birth or another name'
          else '; decide whether she is the same queen or another queen' end,
        ${params}
      from account_conflict c join ${drafts(scope)} on d."row" = c."row"
      where c.other_id is null and ${decision} is distinct from 'same' and not ${isRename} and not ${isConfirmed}`,
    'contradicts_account',
  );
}
