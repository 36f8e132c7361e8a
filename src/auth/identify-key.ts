import DataLoader from 'dataloader';
import type { Context } from 'koa';
import { CompiledQuery } from 'kysely';
import type { Config } from '../core/config.js';
import { ServiceError, type ErrorCode } from '../core/errors.js';
import type { Orm } from '../db/orm.js';
import { isAllowed } from './allowlist.js';
import { BatchScheduler } from './batch-scheduler.js';
import { bearerHashOf, bearerOf } from './bearer.js';
import { clientAddresses } from './client-address.js';
import type { Identity } from './identity.js';
import { keyStatusOf } from './key-status.js';
import type { KeyUses } from './key-uses.js';
import { permissionsOf, type Permissions } from './permissions.js';
import { isRawKey } from './raw-key.js';

export interface KeyServices {
  config: Config;
  orm: Orm;
  keyUses: KeyUses;
  /** Called when a key that exists is rejected. */
  onRefusedKey?: (ctx: Context, key: { accountId: string; keyId: string }) => void;
}

interface FoundKey {
  hash: string;
  id: string;
  accountId: string;
  status: 'enabled' | 'disabled' | 'expired' | 'revoked';
  permissions: Partial<Permissions>;
  allowlist: string[];
  /** The current time of the database. */
  usedAt: string;
  /** The current day of the database, in UTC. */
  day: string;
  /** Whether no use is recorded, or the last recorded use differs from the current time by more than a minute. */
  due: boolean;
  revision: number;
}

const INVALID_TOKEN = { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };

/** The state of a key is revealed only to a caller who has the whole key. */
const REJECTIONS: Record<Exclude<FoundKey['status'], 'enabled'>, [ErrorCode, string]> = {
  disabled: ['key_disabled', 'The API key is disabled.'],
  expired: ['key_expired', 'The API key has expired.'],
  revoked: ['key_revoked', 'The API key is revoked.'],
};

/**
 * Identifies the caller by the key of the request. Checks that the key exists, then its state, then the caller's
 * address. Permissions are checked later, by each operation.
 * @throws {ServiceError} `invalid_key`, `key_disabled`, `key_expired`, `key_revoked` or `address_not_allowed`
 */
export async function identifyKey(services: KeyServices, ctx: Context): Promise<Identity> {
  const { config, orm, keyUses, onRefusedKey } = services;
  const raw = bearerOf(ctx);
  const key = raw !== null && isRawKey(raw) ? await keyLoader(orm).load(bearerHashOf(ctx)) : undefined;
  if (!key) throw new ServiceError('invalid_key', 'Unknown API key.', INVALID_TOKEN);
  const { accountId, id: keyId, status, permissions, allowlist, usedAt, day, due, revision } = key;
  if (status !== 'enabled') {
    onRefusedKey?.(ctx, { accountId, keyId });
    throw new ServiceError(...REJECTIONS[status], INVALID_TOKEN);
  }
  const addresses = clientAddresses(ctx.req, config);
  if (!isAllowed(allowlist, addresses)) {
    onRefusedKey?.(ctx, { accountId, keyId });
    throw new ServiceError('address_not_allowed', 'This API key cannot be used from this address.');
  }
  keyUses.record({ accountId, keyId, day, ...(due && { last: { at: usedAt, address: addresses.forRecord } }) });
  return { kind: 'key', accountId, keyId, permissions: permissionsOf(permissions), revision };
}

/** `clock_of` returns the revision of the account; see `Identity.revision`. */
const FIND_KEYS = `
  /* prepared */ select key_hash as hash, account_id as "accountId", id, ${keyStatusOf('api_key')} as status,
    permissions, ip_allowlist as allowlist,
    now()::text as "usedAt", (now() at time zone 'UTC')::date::text as day,
    coalesce(last_used_at not between now() - interval '1 minute' and now() + interval '1 minute', true) as due,
    coalesce((select revision from clock_of(account_id)), 0)::float8 as revision
  from keys_of($1::text[]) api_key`;

const loaders = new WeakMap<Orm, DataLoader<string, FoundKey | undefined>>();

/**
 * Looks up keys by their hashes, with one statement for several requests. Nothing is cached, so that a request sees the
 * current state of its key.
 */
function keyLoader(orm: Orm): DataLoader<string, FoundKey | undefined> {
  let loader = loaders.get(orm);
  if (!loader) {
    const scheduler = new BatchScheduler();
    loader = new DataLoader((hashes) => scheduler.run(() => findKeys(orm, hashes)), {
      cache: false,
      batchScheduleFn: scheduler.schedule,
    });
    loaders.set(orm, loader);
  }
  return loader;
}

async function findKeys(orm: Orm, hashes: readonly string[]): Promise<(FoundKey | undefined)[]> {
  const query = CompiledQuery.raw(FIND_KEYS, [[...new Set(hashes)]]) as CompiledQuery<FoundKey>;
  const { rows } = await orm.database.unscoped.executeQuery(query);
  const keys = new Map(rows.map((key) => [key.hash, key]));
  return hashes.map((hash) => keys.get(hash));
}
