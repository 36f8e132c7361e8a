import { sql, type Kysely, type RawBuilder } from 'kysely';
import { v7 as uuid } from 'uuid';
import { isTooFarAhead } from '../../db/expiry.js';
import type { Actor } from './actor.js';
import type { AuditAction } from './audit.enums.js';

export interface Noted {
  action: AuditAction;
  by: Actor;
  /** The row that it is done to. */
  subjectId?: string;
}

const COLUMNS = sql`account_id, id, action, actor, key_id, subject_id, address`;

/** An `insert` of an event for each row of `from`, to stand in one statement with what happens. */
export function noting(accountId: RawBuilder<unknown>, { action, by, subjectId }: Noted, from?: RawBuilder<unknown>) {
  return sql`
    insert into audit_event (${COLUMNS})
    select ${accountId}, ${uuid()}::uuid, ${action}, ${by.kind}, ${by.keyId ?? null}::uuid, ${subjectId ?? null}::uuid,
      ${addressOf(by)}::text${from ? sql` from ${from}` : sql``}`;
}

/** A network of IPv6 as such: it is no address. */
function addressOf({ network }: Actor): string | null {
  if (!network) return null;
  return network.includes(':') ? `${network}/64` : network;
}

/** Notes what happens to an account; within the transaction in which it does. */
export async function note(db: Kysely<unknown>, accountId: string, noted: Noted): Promise<void> {
  await noting(sql`${accountId}::uuid`, noted).execute(db);
}

/** The same of what may happen often: within an hour it is one event that counts, and no longer tells of one row. */
export async function noteAgain(db: Kysely<unknown>, accountId: string, noted: Noted): Promise<void> {
  const { action, by } = noted;
  await sql`
    with known as (
      update audit_event set count = count + 1,
        subject_id = case when subject_id = ${noted.subjectId ?? null}::uuid then subject_id end
      where account_id = ${accountId}::uuid and id = (
        select id from audit_event
        where account_id = ${accountId}::uuid and id > ${anHourAgo()}::uuid and not ${isTooFarAhead(sql.ref('happened_at'), 0)}
          and action = ${action} and actor = ${by.kind} and key_id is not distinct from ${by.keyId ?? null}::uuid
          and address is not distinct from ${addressOf(by)}::text
        order by id desc limit 1)
      returning 1
    )
    ${noting(sql`${accountId}::uuid`, noted)} where not exists (select from known)`.execute(db);
}

/** Below every id of the last hour, and above every earlier one (RFC 9562, 5.7). */
const anHourAgo = () => uuid({ msecs: Date.now() - 3_600_000, seq: 0, random: new Uint8Array(16) });
