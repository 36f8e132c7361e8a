import { sql } from 'kysely';
import { identifierTaken, nameTaken } from '../pedigree/lineage-rules.js';
import { noteTaken, type Claim, type Holder } from '../writes/claims.js';
import type { Unit } from '../writes/write.js';
import type { QueenInHand } from './write-queens.js';

export interface Identifier {
  system: string;
  value: string;
}

const identifiersOf = ({ given }: QueenInHand) => (given.externalIdentifiers ?? []) as Identifier[];

/** No two queens with one identifier, and no two with one name where no identifier tells them apart. */
export async function judgeSameness(unit: Unit, queens: readonly QueenInHand[]): Promise<void> {
  const numbers = queens.flatMap((queen) => [
    ...(typeof queen.given.externalId === 'string' ? [claim(queen, 'externalId', queen.given.externalId)] : []),
    ...identifiersOf(queen).map(({ value }, index) => claim(queen, `externalIdentifiers.${index}.value`, value)),
  ]);
  await noteTaken(unit, numbers, holdersOfNumbers, identifierTaken);
  const names = queens
    .filter(({ next }) => next.name !== null && (next.externalId ?? null) === null)
    .map((queen) => claim(queen, 'name', queen.next.name));
  await noteTaken(unit, names, holdersOfNames, nameTaken);
}

const claim = ({ path, next }: QueenInHand, field: string, value: string): Claim => ({
  id: next.id,
  path: path + field,
  value,
});

async function holdersOfNumbers({ db, accountId }: Unit, values: string[]) {
  const { rows } = await sql<Holder>`
    select id, external_id as value from queen
    where account_id = ${accountId}::uuid and external_id = any(${values}::text[])
    union all
    select queen_id, value from queen_identifier
    where account_id = ${accountId}::uuid and value = any(${values}::text[])`.execute(db);
  return rows;
}

async function holdersOfNames({ db, accountId }: Unit, names: string[]) {
  const { rows } = await sql<Holder>`
    select id, name as value from queen
    where account_id = ${accountId}::uuid and external_id is null and name = any(${names}::text[])`.execute(db);
  return rows;
}

/** Puts the identifiers that are given in the place of those that were. */
export async function writeIdentifiers({ db, accountId }: Unit, queens: readonly QueenInHand[]): Promise<void> {
  const changed = queens.filter(({ given }) => given.externalIdentifiers !== undefined);
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

/** @param rows each with the id of its queen */
export async function addIdentifiers(
  { db, accountId }: Pick<Unit, 'db' | 'accountId'>,
  rows: readonly (Identifier & { id: string })[],
): Promise<void> {
  await sql`
    insert into queen_identifier (account_id, value, system, queen_id)
    select ${accountId}::uuid, n.value, n.system, n.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(value text, system text, id uuid)`.execute(db);
}
