import { sql } from 'kysely';
import { hidden } from '../../db/owner.js';
import { identifierIsTaken, nameIsTaken } from './lineage/lineage-rules.js';
import { reportSharedValues, reportTakenValues, type Claim, type Holder } from '../writes/claims.js';
import { causeOf, type WriteUnit } from '../writes/write.js';
import type { QueenWrite } from './queen-write.js';

export interface Identifier {
  system: string;
  value: string;
}

const identifiersOf = ({ fields }: QueenWrite) => (fields.externalIdentifiers ?? []) as Identifier[];

/**
 * Reports identifiers that two queens would share. Also reports names that two queens without an identifier would
 * share.
 */
export async function checkUniqueness(unit: WriteUnit, queens: readonly QueenWrite[]): Promise<void> {
  const identifiers = queens.flatMap((queen) => [
    ...(typeof queen.fields.externalId === 'string' ? [claim(queen, 'externalId', queen.fields.externalId)] : []),
    ...identifiersOf(queen).map(({ value }, index) => claim(queen, `externalIdentifiers.${index}.value`, value)),
  ]);
  await checkIdentifiers(unit, queens, identifiers);
  const names = queens
    .filter(({ next }) => next.name !== null && (next.externalId ?? null) === null)
    .map((queen) => ({
      ...claim(queen, 'name', queen.next.name),
      path: causeOf(unit, queen.path, 'name', ['externalId']),
    }));
  // A queen of the request can give up her name without claiming another one: by getting an identifier.
  const written = new Set(queens.map(({ next }) => next.id));
  await reportTakenValues(unit, names, holdersOfNames, nameIsTaken, written);
}

const claim = ({ path, next }: QueenWrite, field: string, value: string): Claim => ({
  id: next.id,
  path: path + field,
  value,
});

/** An identifier of the request, and a stored identifier with the same key. */
interface Requested {
  written: string;
  key: string;
  /** Id of the queen with the stored identifier. Null if there is none. */
  id: string | null;
  /** Field of the stored identifier. */
  field: 'externalId' | 'externalIdentifiers';
  isExact: boolean;
}

/**
 * Compares identifiers by their keys. Identifiers that were stored before the keys existed may have equal keys, so an
 * unchanged identifier is not reported. Without `offset 0`, row-level security would prevent the use of the index,
 * because the function `identifier_key` is not leakproof.
 */
async function checkIdentifiers(
  unit: WriteUnit,
  queens: readonly QueenWrite[],
  claims: readonly Claim[],
): Promise<void> {
  if (claims.length === 0) return;
  const { db, accountId } = unit;
  const values = [...new Set(claims.map(({ value }) => value))];
  const { rows } = await sql<Requested>`
    select requested.value as written, requested.key, holder.*, holder.value = requested.value as "isExact"
    from (select value, identifier_key(value) as key from unnest(${values}::text[]) as texts(value) offset 0) requested
    left join lateral (
      select id, 'externalId' as field, external_id as value from queen
      where account_id = ${hidden(accountId)} and external_key = requested.key
      union all
      select queen_id, 'externalIdentifiers', value from queen_identifier
      where account_id = ${hidden(accountId)} and value_key = requested.key
      offset 0
    ) holder on true`.execute(db);
  const keys = new Map(rows.map(({ written, key }) => [written, key]));
  const unchanged = new Set(rows.flatMap(({ written, id, isExact }) => (isExact ? [`${id} ${written}`] : [])));
  const keyed = claims.map(({ value, ...claim }) => ({
    ...claim,
    value: keys.get(value) ?? value,
    shownAs: value,
    isUnchanged: unchanged.has(`${claim.id} ${value}`),
  }));
  const written = new Map(queens.map(({ next, fields }) => [next.id, fields]));
  // A queen of the request keeps the identifiers of a field that the request omits.
  const kept = rows.flatMap(({ id, field, key }): Holder[] =>
    id === null || written.get(id)?.[field] !== undefined ? [] : [{ id, value: key }],
  );
  reportSharedValues(unit, keyed, kept, identifierIsTaken);
}

async function holdersOfNames({ db, accountId }: WriteUnit, names: string[]) {
  const { rows } = await sql<Holder>`
    select id, name as value from queen
    where account_id = ${accountId}::uuid and external_id is null and name = any(${names}::text[])`.execute(db);
  return rows;
}

/** Replaces the identifiers of each queen whose request contains identifiers. */
export async function writeIdentifiers({ db, accountId }: WriteUnit, queens: readonly QueenWrite[]): Promise<void> {
  const changed = queens.filter(({ fields }) => fields.externalIdentifiers !== undefined);
  if (changed.length === 0) return;
  const known = changed.filter(({ before }) => before).map(({ next }) => next.id);
  await sql`
    delete from queen_identifier
    where account_id = ${accountId}::uuid and queen_id = any(${known}::uuid[])`.execute(db);
  await addIdentifiers(
    { db, accountId },
    changed.flatMap((queen) => identifiersOf(queen).map((identifier) => ({ ...identifier, id: queen.next.id }))),
  );
}

/** @param rows identifiers, each with the id of its queen */
export async function addIdentifiers(
  { db, accountId }: Pick<WriteUnit, 'db' | 'accountId'>,
  rows: readonly (Identifier & { id: string })[],
): Promise<void> {
  await sql`
    insert into queen_identifier (account_id, value, system, queen_id)
    select ${accountId}::uuid, n.value, n.system, n.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(value text, system text, id uuid)`.execute(db);
}
