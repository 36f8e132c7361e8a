import type { Context } from 'koa';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../auth/client-address.js';
import type { KeyServices } from '../../auth/identify-key.js';
import type { SessionServices } from '../../auth/session-store.js';
import type { Services } from '../../graphql/context.js';
import { visitor } from './actor.js';
import { AuditAction, AuditActor } from './audit.enums.js';
import { recordRepeatedInBackground } from './background.js';
import { insertEvents } from './record.js';

/** Records the start and the end of sessions. */
export const recordSessions =
  ({ config }: Pick<Services, 'config'>): SessionServices['recordSession'] =>
  (ctx, event, from) => {
    const by = { kind: AuditActor.session, network: clientNetwork(ctx.req, config) };
    return insertEvents(sql`account_id`, { action: AuditAction[event], by }, sql.table(from));
  };

const REFUSAL_INTERVAL_MS = 60_000;

/** Records refused keys. Each process records a key at most once a minute. */
export function recordRefusedKeys(services: Pick<Services, 'config' | 'orm' | 'log'>): KeyServices['onRefusedKey'] {
  const recorded = new LRUCache<string, true>({ max: 10_000, ttl: REFUSAL_INTERVAL_MS });
  return (ctx: Context, { accountId, keyId }) => {
    if (recorded.has(keyId)) return;
    recorded.set(keyId, true);
    const by = visitor(clientNetwork(ctx.req, services.config));
    recordRepeatedInBackground(services, accountId, { action: AuditAction.key_refused, by, subjectId: keyId });
  };
}
