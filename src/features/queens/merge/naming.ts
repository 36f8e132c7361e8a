import { sql } from 'kysely';
import { ValueFault } from '../../../validation/rule.js';
import type { Unit } from '../../writes/write.js';
import { FORMER_NAME } from '../name-key.js';
import { identifierText, MOST_IDENTIFIERS } from '../queen.checks.js';
import type { Queen } from '../queen.entity.js';
import type { Identifier } from '../uniqueness.js';
import type { MergedFact } from './facts.js';

/** System of an identifier that was the main one of a record that is no more. */
const FORMER_NUMBER = 'merged';

/** By what the kept queen is known afterwards. */
export interface Naming {
  name: string;
  externalId: string | null;
  /** Besides those that she or the other record has already. */
  added: Identifier[];
  /** All but the main one. */
  identifiers: Identifier[];
  facts: MergedFact[];
}

/**
 * Decides by what the kept queen is known: by every number of both records, and by both names. A name that is only one
 * of the numbers is none. What is not her main identifier or her name becomes one of her other identifiers, so that
 * files in which it stands find her.
 */
export async function nameMerged(unit: Unit, keep: Queen, other: Queen): Promise<Naming> {
  const had = await identifiersOf(unit, [keep.id, other.id]);
  const numbers = new Set([keep.externalId, other.externalId, ...had.map(({ value }) => value)]);
  const isName = (name: string) => !numbers.has(name);
  const name = !isName(keep.name) && isName(other.name) ? other.name : keep.name;
  const externalId = keep.externalId ?? other.externalId;
  const facts: MergedFact[] = [];
  if (name !== keep.name) facts.push({ field: 'name', kept: name, dropped: keep.name, filled: true });
  if (externalId !== keep.externalId)
    facts.push({ field: 'externalId', kept: externalId, dropped: null, filled: true });

  const added: Identifier[] = [];
  if (other.externalId !== null && other.externalId !== externalId) {
    added.push({ system: FORMER_NUMBER, value: other.externalId });
  }
  if (isName(other.name) && other.name !== name) {
    facts.push({ field: 'name', kept: name, dropped: other.name, filled: false });
    if (await canBeIdentifier(unit, other.name)) added.push({ system: FORMER_NAME, value: other.name });
  }
  const identifiers = [...had, ...added];
  if (identifiers.length > MOST_IDENTIFIERS) {
    const message = `would be ${identifiers.length} further identifiers: a queen has at most ${MOST_IDENTIFIERS}`;
    const params = { count: identifiers.length, most: MOST_IDENTIFIERS };
    unit.conflicts.push({ path: 'externalIdentifiers', message, code: 'too_many_identifiers', params });
  }
  return { name, externalId, added, identifiers, facts };
}

async function identifiersOf({ db, accountId }: Unit, ids: string[]): Promise<Identifier[]> {
  const { rows } = await sql<Identifier>`
    select system, value from queen_identifier
    where account_id = ${accountId}::uuid and queen_id = any(${ids}::uuid[]) order by system, value`.execute(db);
  return rows;
}

/** An identifier is one queen's alone, whatever its system. */
async function canBeIdentifier({ db, accountId }: Unit, name: string): Promise<boolean> {
  if (identifierText.read(name) instanceof ValueFault) return false;
  const { rows } = await sql`
    select 1 from queen where account_id = ${accountId}::uuid and external_key = identifier_key(${name})
    union all
    select 1 from queen_identifier where account_id = ${accountId}::uuid and value_key = identifier_key(${name})`.execute(
    db,
  );
  return rows.length === 0;
}
