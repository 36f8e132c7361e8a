import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { permissionsOf } from '../../auth/permissions.js';
import { AnyCaller, SessionOnly } from '../../auth/requires.js';
import { requireSessionIdentity } from '../../auth/session-only.js';
import { actorOf } from '../audit/actor.js';
import type { RequestContext } from '../../graphql/context.js';
import { invalid } from '../../core/errors.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { paginate } from '../../graphql/paginate.js';
import { DateTime } from '../../graphql/scalars.js';
import { checkKeyChange, checkNewKey, checkOverlap, type Checked } from './api-key.checks.js';
import { ApiKey } from './api-key.entity.js';
import { KeyChangeInput, NewKeyInput } from './api-key.input.js';
import { ApiKeyConnection, IssuedKey, KeyAllowance, KeyPermissions, KeyUse } from './api-key.types.js';
import { countKeys } from './key-limits.js';
import { usageOf } from './key-usage.js';
import { createKey, revokeKey, rotateKey, updateKey } from './manage-keys.js';

const ID_OF_KEY = { description: 'Id of the key.' };

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, { nullable: true, description: 'API keys of the account, newest first.' })
  @SessionOnly()
  async apiKeys(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() { em, services }: RequestContext) {
    // Writes the uses of keys that are only counted in memory so far, so that the response includes them.
    await services.keyUses.flush();
    const newest = [
      { key: 'createdAt', descending: true },
      { key: 'id', descending: true },
    ] as const;
    return paginate(em, ApiKey, {}, [...newest], page);
  }

  @Query(() => ApiKey, { nullable: true, description: 'API key with this id; null if it does not exist.' })
  @SessionOnly()
  async apiKey(
    @Arg('id', () => ID, ID_OF_KEY) id: string,
    @Ctx() { em, services }: RequestContext,
  ): Promise<ApiKey | null> {
    await services.keyUses.flush();
    return findById(em, ApiKey, id);
  }

  @Query(() => KeyAllowance, {
    nullable: true,
    description: "The account's limits on API keys and their current use.",
  })
  @SessionOnly()
  async apiKeyAllowance(@Ctx() { em, services: { config } }: RequestContext): Promise<KeyAllowance> {
    const { active, recent, waitSeconds } = await countKeys(em, config);
    return {
      keys: active,
      keyLimit: config.KEYS_PER_ACCOUNT,
      createdInLastHour: recent,
      creationLimit: config.KEY_CREATIONS_PER_HOUR,
      retryAfter: recent < config.KEY_CREATIONS_PER_HOUR ? 0 : Math.max(1, Math.ceil(waitSeconds)),
    };
  }

  @Query(() => ApiKey, {
    nullable: true,
    description: 'API key of the request; null if the request has a session instead of a key.',
  })
  @AnyCaller()
  async presentedKey(@Ctx() { em, identity }: RequestContext): Promise<ApiKey | null> {
    return identity?.keyId === undefined ? null : findById(em, ApiKey, identity.keyId);
  }

  @Query(() => [KeyUse], {
    nullable: true,
    description: 'Number of requests with a key on each of the last `days` days, including today.',
  })
  @SessionOnly()
  async apiKeyUsage(
    @Arg('id', () => ID, ID_OF_KEY) id: string,
    @Arg('days', () => Int, { defaultValue: 30, description: 'Number of days, 1 to 366.' }) days: number,
    @Ctx() { em, services }: RequestContext,
  ): Promise<KeyUse[]> {
    await services.keyUses.flush();
    return usageOf(em, id, days);
  }

  @Mutation(() => IssuedKey, { description: 'Create an API key. The raw key is returned only once.' })
  @SessionOnly()
  async createApiKey(
    @Arg('input', { description: 'Fields of the new row.' }) input: NewKeyInput,
    @Ctx() { em, services, identity, writeOptions }: RequestContext,
  ): Promise<IssuedKey> {
    const { name, permissions, expiresInDays: expires_in_days, ipAllowlist: ip_allowlist } = input;
    const valid = validated(checkNewKey({ name, permissions, expires_in_days, ip_allowlist }));
    return createKey(em, actorOf(requireSessionIdentity(identity)), services.config, valid, writeOptions.idempotency);
  }

  @Mutation(() => ApiKey, { description: 'Rename, enable or disable an API key.' })
  @SessionOnly()
  async updateApiKey(
    @Arg('id', () => ID, ID_OF_KEY) id: string,
    @Arg('input', { description: 'Fields to change.' }) { name, status }: KeyChangeInput,
    @Ctx() { em, identity }: RequestContext,
  ): Promise<ApiKey> {
    return updateKey(em, actorOf(requireSessionIdentity(identity)), id, validated(checkKeyChange({ name, status })));
  }

  @Mutation(() => ApiKey, { description: 'Revoke an API key permanently. Revoking a revoked key changes nothing.' })
  @SessionOnly()
  async revokeApiKey(
    @Arg('id', () => ID, ID_OF_KEY) id: string,
    @Arg('withPredecessors', () => Boolean, {
      defaultValue: false,
      description: 'Whether to also revoke the keys that this key replaced by rotation.',
    })
    withPredecessors: boolean,
    @Ctx() { em, identity }: RequestContext,
  ): Promise<ApiKey> {
    return revokeKey(em, actorOf(requireSessionIdentity(identity)), id, withPredecessors);
  }

  @Mutation(() => IssuedKey, {
    description: 'Create a successor of an API key with the same name, permissions, addresses and lifetime.',
  })
  @SessionOnly()
  async rotateApiKey(
    @Arg('id', () => ID, ID_OF_KEY) id: string,
    @Arg('overlapHours', () => Int, {
      defaultValue: 0,
      description: 'Hours until the old key is revoked: 0, 1, 24 or 168.',
    })
    overlapHours: number,
    @Ctx() { em, services, identity, writeOptions }: RequestContext,
  ): Promise<IssuedKey> {
    const overlap = validated(checkOverlap({ overlap_hours: overlapHours }), '');
    const by = actorOf(requireSessionIdentity(identity));
    return rotateKey(em, by, services.config, { keyId: id, overlap }, writeOptions.idempotency);
  }

  @FieldResolver(() => KeyPermissions, { description: 'Permission level on each resource.' })
  permissions(@Root() { permissions }: ApiKey): KeyPermissions {
    return permissionsOf(permissions);
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      'Time at which the key was or will be revoked; null if no revocation is planned. A rotated key can stay valid until this time.',
  })
  revokedAt(@Root() { revokedAt, overlapEndsAt }: ApiKey): Date | null {
    return revokedAt ?? overlapEndsAt;
  }
}

/** @throws {ServiceError} `validation_failed` with all faults; the paths are names of GraphQL arguments */
function validated<Value>({ value, faults }: Checked<Value>, argument = 'input.'): Value {
  if (faults.length === 0) return value;
  throw invalid(
    faults.map(({ path, ...fault }) => ({
      ...fault,
      path: (argument + path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())).replace(/\.$/, ''),
    })),
  );
}
