import { sql } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import { hidden } from '../../../db/owner.js';
import { insertRows, moveRows, type MovedRow } from './identifier-tables.js';
import { assignGroups, groupRows, fillYearsFromAccount } from './identifier-groups.js';
import { drafts, addFaults, run, createTempTable, addWarnings, type Scope } from './scope.js';
import {
  findMarkedIdentifiers,
  OTHER_QUEENS_OF_IDENTIFIER,
  statedIdentifiers,
  assumedQueenMessage,
  type StatedIdentifier,
} from './stated-identifiers.js';

interface Conflict {
  row: number | undefined;
  key: string;
  value: string;
  queen_id: string | null;
  field: string;
  file_value: string | null;
  account_value: string | null;
  name: string;
  other_name: string | null;
}

/**
 * If several queens share an identifier, splits the rows with this identifier by birth year and name. Rows of a queen
 * who has the identifier `12/2022` in the account get that identifier. Rows that a decision assigns to another queen
 * get an identifier of the same form. Conflicts that no decision resolves are inserted into `account_conflict`.
 *
 * Creates the temporary table `account_conflict`. Changes `file_identifier` and `import_draft.external_id`.
 */
export async function splitIdentifiers(scope: Scope): Promise<void> {
  await createTempTable(
    scope,
    'account_conflict',
    sql`
      select ''::text as key, '' as value, gen_random_uuid() as queen_id, 0 as "row", '' as field, '' as file_value, '' as account_value,
             '' as name, '' as other_name, null::text as alternative, null::uuid as other_id, false as is_new
      where false`,
  );
  const [moved, conflicts]: [MovedRow[], Conflict[]] = [[], []];
  await findMarkedIdentifiers(scope);
  const rowsWithoutYearAndName: number[] = [];
  const renamed: { key: string; mark: string }[] = [];
  const ambiguousRows: { row: number; value: string; queens: string; count: number }[] = [];
  const assignRows = (rows: readonly StatedIdentifier[]) => {
    const [first] = rows;
    if (first === undefined) return;
    const { key, value, holderId } = first;
    const holder = holderId === null ? null : { year: first.holderYear, nameKey: first.holderNameKey };
    const known = [...(holder === null ? [] : [holder]), ...(first.marked ?? [])];
    const { groups, ambiguous } = groupRows(fillYearsFromAccount(rows, known));
    const assigned = assignGroups(groups, { ...first, holder, marked: first.marked ?? [] });
    for (const [index, { year, name, rows: ofGroup }] of groups.entries()) {
      const { mark = null, contradicts = null } = assigned[index] ?? {};
      if (mark !== null) moved.push(...ofGroup.map((row) => ({ row, key, mark })));
      if (contradicts === null) continue;
      const [file_value, account_value] =
        contradicts === 'birth_date' ? [year, first.holderYear] : [name, first.holderName];
      conflicts.push({ row: ofGroup[0], key, value, queen_id: holderId, field: contradicts, file_value, account_value, name: name ?? value, other_name: first.holderName }); // prettier-ignore
    }
    const marks = [...new Set(assigned.map(({ mark }) => mark))];
    const [mark, ...otherMarks] = marks;
    if (mark !== undefined && otherMarks.length === 0) {
      const [group] = groups;
      if (mark === null && first.marked && group?.year === null && group.nameKey === null)
        rowsWithoutYearAndName.push(...group.rows.slice(0, 1));
      if (mark !== null) renamed.push({ key, mark });
      return;
    }
    const queens = groups.map(({ year, name }) => `${value}/${year ?? name ?? '?'}`).join(', ');
    ambiguousRows.push(...ambiguous.map((row) => ({ row, value, queens, count: marks.length })));
  };
  let rows: StatedIdentifier[] = [];
  for await (const some of fetchRows(scope.db, statedIdentifiers(scope))) {
    for (const row of some) {
      if (rows[0]?.key !== row.key) {
        assignRows(rows);
        rows = [];
      }
      rows.push(row);
    }
  }
  assignRows(rows);
  await moveRows(scope, moved);
  await run(
    scope,
    sql`
      update file_identifier n set queen_id = target.queen_id, is_new = target.is_new
      from json_to_recordset(${JSON.stringify(renamed)}::json) as r(key text, mark text)
      join file_identifier own on own.key = r.key
      join file_identifier target on target.key = identifier_key(own.value || '/' || r.mark)
      where n.key = r.key`,
  );
  await insertRows(scope, 'account_conflict', ['row', 'key', 'value', 'queen_id', 'field', 'file_value', 'account_value', 'name', 'other_name'], conflicts); // prettier-ignore
  await addWarnings(
    scope,
    sql`
      select d."row", 'external_id', ${assumedQueenMessage('d.external_id', 'q.name', 'o.queens')},
             jsonb_build_object('given', d.external_id, 'found', q.name, 'others', o.queens) as params
      from json_array_elements_text(${JSON.stringify(rowsWithoutYearAndName)}::json) as b("row")
      join ${drafts(scope)} on d."row" = b."row"::integer
      join ${OTHER_QUEENS_OF_IDENTIFIER} o on o.key = d.external_key
      join file_identifier n on n.key = d.external_key
      join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = n.queen_id`,
    'identifier_of_several',
  );
  await addFaults(
    scope,
    sql`
      select u."row", 'external_id', 'does not identify one queen: "' || u.value || '" is the number of several queens in this file: ' || u.queens,
             jsonb_build_object('given', u.value, 'queens', u.count, 'identifiers', u.queens) as params
      from jsonb_to_recordset(${JSON.stringify(ambiguousRows)}::jsonb) as u("row" integer, value text, queens text, count integer)`,
    'ambiguous_identifier',
  );
}
