import { sql } from 'kysely';
import { ValueFault } from '../../../validation/rule.js';
import type { WriteUnit } from '../../writes/write.js';
import { FORMER_NAME } from '../name-key.js';
import { identifierText, MAX_IDENTIFIERS } from '../queen.checks.js';
import type { Queen } from '../queen.entity.js';
import type { Identifier } from '../uniqueness.js';
import type { MergedFact } from './facts.js';

/** The `system` of an identifier that is the former main identifier of a merged record. */
const FORMER_NUMBER = 'merged';

/** Name and identifiers of the remaining queen. */
export interface Naming {
  name: string;
  externalId: string | null;
  /** New identifiers of the remaining queen: the former main identifier and the former name of the duplicate. */
  added: Identifier[];
  /** All identifiers except the main identifier. */
  identifiers: Identifier[];
  facts: MergedFact[];
}

/**
 * Merges names and identifiers. The remaining queen gets every identifier of both records. If the main identifier and
 * the name of the duplicate do not become her main identifier and name, they become further identifiers, so that
 * imports of older files still find the queen. A name must be a valid and unused identifier for this purpose. A name
 * that equals an identifier is not treated as a name.
 */
export async function mergeNames(unit: WriteUnit, keep: Queen, other: Queen): Promise<Naming> {
  const existing = await identifiersOf(unit, [keep.id, other.id]);
  const numbers = new Set([keep.externalId, other.externalId, ...existing.map(({ value }) => value)]);
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
  const identifiers = [...existing, ...added];
  if (identifiers.length > MAX_IDENTIFIERS) {
    const message = `the merged record would have ${identifiers.length} other identifiers, but a queen can have at most ${MAX_IDENTIFIERS}`;
    const params = { count: identifiers.length, most: MAX_IDENTIFIERS };
    unit.conflicts.push({ path: 'externalIdentifiers', message, code: 'too_many_identifiers', params });
  }
  return { name, externalId, added, identifiers, facts };
}

async function identifiersOf({ db, accountId }: WriteUnit, ids: string[]): Promise<Identifier[]> {
  const { rows } = await sql<Identifier>`
    select system, value from queen_identifier
    where account_id = ${accountId}::uuid and queen_id = any(${ids}::uuid[]) order by system, value`.execute(db);
  return rows;
}

/**
 * Whether the name is a valid identifier and no queen of the account has it. Identifiers are unique across all systems.
 */
async function canBeIdentifier({ db, accountId }: WriteUnit, name: string): Promise<boolean> {
  if (identifierText.read(name) instanceof ValueFault) return false;
  const { rows } = await sql`
    select 1 from queen where account_id = ${accountId}::uuid and external_key = identifier_key(${name})
    union all
    select 1 from queen_identifier where account_id = ${accountId}::uuid and value_key = identifier_key(${name})`.execute(
    db,
  );
  return rows.length === 0;
}
