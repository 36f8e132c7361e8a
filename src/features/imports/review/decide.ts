import { sql, type Kysely } from 'kysely';
import { conflict, notFound, type Fault } from '../../../core/errors.js';
import { parseId } from '../../../graphql/ids.js';
import { checkMembers } from '../../../validation/check.js';
import { AuditAction } from '../../audit/audit.enums.js';
import { recordEvent } from '../../audit/record.js';
import { isRefused, type WriteUnit } from '../../writes/write.js';
import type { Answer, Decisions } from '../decisions.checks.js';
import type { ImportKey } from '../findings.js';
import type { StoredOptions } from '../import-options.js';
import { isFileStored } from '../stored-file.js';
import type { Finding, RowEdits } from '../reading/draft.js';
import { DECISION_RULES, READING_MEMBERS, type RowDecision } from './review.checks.js';
import type { ImportDecisionsInput } from './review.input.js';

/** The state of an import, which determines whether decisions are possible. */
export interface Reviewed {
  status: string;
  dryRun: boolean;
  isStored: boolean;
  headers: string[];
  options: StoredOptions | null;
  decisions: Decisions;
  filename: string;
}

/** Valid decisions. The members have the names of the input. */
export type CheckedDecisions = Partial<{
  rows: RowDecision[] | null;
  skipFaulty: boolean | null;
  identifiers: Record<string, Answer | null> | null;
  mapping: Record<string, string | null> | null;
  sheet: string | null;
  generation: 'F0' | 'F1' | null;
  evalYear: number | null;
  encoding: string | null;
  dryRun: boolean | null;
}>;

/** Checks the values of the decisions. Does not need the import. */
export const checkDecisions = (input: ImportDecisionsInput) => {
  const { value, faults } = checkMembers(DECISION_RULES, input, 'input.');
  return { decided: value as CheckedDecisions, faults };
};

/**
 * Reads the state of an import.
 * @param isLocked whether to lock the import until the end of the transaction
 * @throws {ServiceError} `not_found`
 */
export async function findReviewed(
  db: Kysely<unknown>,
  accountId: string,
  id: string,
  isLocked = false,
): Promise<Reviewed & ImportKey> {
  const importId = parseId(id);
  if (importId === null) throw notFound('import');
  const key = { accountId, importId };
  const { rows } = await sql<Reviewed>`
    select status, dry_run as "dryRun", headers, options, decisions, filename, ${isFileStored(key)} as "isStored"
    from import where account_id = ${accountId}::uuid and id = ${importId}::uuid and status <> 'receiving'
    ${isLocked ? sql`for update` : sql``}`.execute(db);
  if (!rows[0]) throw notFound('import');
  return { ...rows[0], ...key };
}

/** @throws {ServiceError} `conflict` if the import is running or was applied, or if its file is not stored */
export function requireReviewable({ status, dryRun, isStored }: Reviewed): void {
  const refuse = (code: Fault['code'], message: string) => conflict([{ path: '', message, code }]);
  if (status === 'queued' || status === 'running')
    throw refuse('import_running', 'The import has not ended yet: wait for its result.');
  if (!dryRun && status !== 'failed')
    throw refuse(
      'import_applied',
      'The file is already imported, so decisions about it are no longer possible. To decide differently, undo the import and upload the file again.',
    );
  if (!isStored) throw refuse('file_not_kept', 'The file is no longer stored: upload it again.');
}

/**
 * Returns the options for reading the file, as changed by the decisions. Null resets an option. If the sheet changes,
 * earlier decisions about rows are discarded, because they concern the rows of the former sheet.
 */
export function decidedOptions({ options }: Reviewed, decided: CheckedDecisions): StoredOptions {
  const members = READING_MEMBERS.filter((member) => decided[member] !== undefined);
  const isOtherSheet = decided.sheet !== undefined && (decided.sheet ?? undefined) !== options?.sheet;
  return {
    ...options,
    ...(isOtherSheet && { edits: undefined }),
    ...Object.fromEntries(members.map((member) => [member, decided[member] ?? undefined])),
  };
}

/**
 * Stores decisions about a checked file. Queues the file for another check, or for the import.
 * @returns the id of the import
 * @throws {ServiceError} `not_found`, `conflict` (see {@link requireReviewable}), or `validation_failed`
 */
export async function decide(unit: WriteUnit, id: string, input: ImportDecisionsInput): Promise<string[]> {
  const { db, accountId, by } = unit;
  const { decided, faults } = checkDecisions(input);
  unit.faults.push(...faults);
  const reviewed = await findReviewed(db, accountId, id, true);
  requireReviewable(reviewed);
  unit.faults.push(...unknownHeaders(reviewed, decided.rows ?? []));
  if (isRefused(unit)) return [];
  const dryRun = decided.dryRun ?? true;
  const read = decidedOptions(reviewed, decided);
  const options: StoredOptions = {
    ...read,
    edits: mergeEdits(read.edits, decided.rows ?? [], await faultyRows(db, reviewed), decided.skipFaulty ?? false),
  };
  const decisions = await mergeDecisions(db, reviewed.decisions, decided.identifiers ?? {});
  await sql`
    update import set status = 'queued', dry_run = ${dryRun}, is_staged = false, done = 0, started_at = null, finished_at = null,
      created = '{}', updated = '{}', unchanged = '{}', named_only = null,
      options = ${JSON.stringify(options)}::jsonb, decisions = ${JSON.stringify(decisions)}::jsonb
    where account_id = ${accountId}::uuid and id = ${reviewed.importId}::uuid`.execute(db);
  if (!dryRun)
    await recordEvent(db, accountId, { action: AuditAction.import_started, by, subjectId: reviewed.importId });
  return [reviewed.importId];
}

function unknownHeaders({ headers }: Reviewed, rows: readonly RowDecision[]): Fault[] {
  const known = new Set(headers);
  return rows.flatMap(({ cells }, index) =>
    Object.keys(cells ?? {})
      .filter((header) => !known.has(header))
      .map((header) => ({
        path: `input.rows.${index}.cells`,
        message: `has the header "${header.slice(0, 100)}", which the file does not have`,
      })),
  );
}

/** Reads the errors of each row that has errors. */
async function faultyRows(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
): Promise<ReadonlyMap<number, readonly Finding[]>> {
  const { rows } = await sql<{ row: number; errors: Finding[] }>`
    select "row", errors from import_review
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and state = 'faulty' and "row" is not null`.execute(
    db,
  );
  return new Map(rows.map(({ row, errors }) => [row, errors]));
}

/**
 * Adds decisions about rows to the earlier decisions. Null instead of a text removes the earlier correction of a cell.
 * @param faulty errors by row. The errors of skipped rows are stored
 */
function mergeEdits(
  former: RowEdits | undefined,
  rows: readonly RowDecision[],
  faulty: ReadonlyMap<number, readonly Finding[]>,
  skipFaulty: boolean,
): RowEdits {
  const skipped = new Set([...(former?.skipped ?? []), ...(skipFaulty ? faulty.keys() : [])]);
  const cells: Record<number, Record<string, string>> = { ...former?.cells };
  for (const { row, skip, cells: corrected } of rows) {
    if (skip === true) skipped.add(row);
    if (skip === false) skipped.delete(row);
    if (!corrected) continue;
    const texts = Object.entries({ ...cells[row], ...corrected }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    if (texts.length > 0) cells[row] = Object.fromEntries(texts);
    else delete cells[row];
  }
  const errors = Object.fromEntries(
    [...skipped].flatMap((row) => {
      const found = faulty.get(row) ?? former?.errors?.[row];
      return found ? [[row, found]] : [];
    }),
  );
  return { skipped: [...skipped].sort((one, other) => one - other), cells, errors };
}

/**
 * Adds decisions about identifiers to the earlier decisions. Null removes a decision. If decisions concern the same
 * identifier in several spellings, the last one counts.
 */
async function mergeDecisions(
  db: Kysely<unknown>,
  { all, each }: Decisions,
  { '*': forAll = all, ...changes }: Readonly<Record<string, Answer | null>>,
): Promise<Decisions> {
  const entries = [...Object.entries(each), ...Object.entries(changes)];
  const { rows } = await sql<{ key: string }>`
    select identifier_key(identifier) as key
    from unnest(${entries.map(([identifier]) => identifier)}::text[]) with ordinality as decided(identifier, place)
    order by place`.execute(db);
  const byKey = new Map(entries.map((entry, index) => [rows[index]?.key, entry]));
  const merged = [...byKey.values()].filter((entry): entry is [string, Answer] => entry[1] !== null);
  return { ...(forAll && { all: forAll }), each: Object.fromEntries(merged) };
}
