import { sql, type Kysely, type RawBuilder } from 'kysely';
import { v7 as uuid } from 'uuid';
import { isTooFarAhead } from '../../db/expiry.js';
import type { Actor } from './actor.js';
import type { AuditAction } from './audit.enums.js';

export interface NewEvent {
  action: AuditAction;
  by: Actor;
  /** Id of the affected row. */
  subjectId?: string;
}

const COLUMNS = sql`account_id, id, action, actor, key_id, subject_id, address`;

/**
 * SQL that inserts one event or, with `from`, one event for each row of `from`. With `from`, the SQL is part of the
 * statement that causes the events.
 */
export function insertEvents(
  accountId: RawBuilder<unknown>,
  { action, by, subjectId }: NewEvent,
  from?: RawBuilder<unknown>,
) {
  return sql`
    insert into audit_event (${COLUMNS})
    select ${accountId}, ${uuid()}::uuid, ${action}, ${by.kind}, ${by.keyId ?? null}::uuid, ${subjectId ?? null}::uuid,
      ${addressOf(by)}::text${from ? sql` from ${from}` : sql``}`;
}

/** Returns the text of a network address. The address of an IPv6 network ends with the prefix length. */
function addressOf({ network }: Actor): string | null {
  if (!network) return null;
  return network.includes(':') ? `${network}/64` : network;
}

/** Records an event in the transaction that causes it. */
export async function recordEvent(db: Kysely<unknown>, accountId: string, event: NewEvent): Promise<void> {
  await insertEvents(sql`${accountId}::uuid`, event).execute(db);
}

/**
 * Records a repeatable event. Events with the same action, actor, key and address within an hour share one row, which
 * counts them. If these events affect different subjects, the `subject_id` of the row is null.
 */
export async function recordRepeatedEvent(db: Kysely<unknown>, accountId: string, event: NewEvent): Promise<void> {
  const { action, by } = event;
  await sql`
    with known as (
      update audit_event set count = count + 1,
        subject_id = case when subject_id = ${event.subjectId ?? null}::uuid then subject_id end
      where account_id = ${accountId}::uuid and id = (
        select id from audit_event
        where account_id = ${accountId}::uuid and id > ${minIdOfLastHour()}::uuid and not ${isTooFarAhead(sql.ref('happened_at'), 0)}
          and action = ${action} and actor = ${by.kind} and key_id is not distinct from ${by.keyId ?? null}::uuid
          and address is not distinct from ${addressOf(by)}::text
        order by id desc limit 1)
      returning 1
    )
    ${insertEvents(sql`${accountId}::uuid`, event)} where not exists (select from known)`.execute(db);
}

/** Smallest UUID of version 7 for an event within the last hour (RFC 9562, 5.7). */
const minIdOfLastHour = () => uuid({ msecs: Date.now() - 3_600_000, seq: 0, random: new Uint8Array(16) });
