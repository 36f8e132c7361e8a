import { Field, Int, ObjectType } from 'type-graphql';
import { RESOURCES, type Level, type Permissions, type Resource as ResourceName } from '../../auth/permissions.js';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { ApiKey } from './api-key.entity.js';
import { PermissionLevel } from './api-key.enums.js';

@ObjectType('ApiKeyPermissions', { description: 'Permission level on each resource.', simpleResolvers: true })
@Resource('account')
export class KeyPermissions implements Permissions {
  queens!: Level;
  evaluations!: Level;
  blup!: Level;
  hive!: Level;
  account!: Level;
}
// Adds a field for each resource of the permission matrix.
for (const [resource, description] of Object.entries(RESOURCES) as [ResourceName, string][]) {
  Field(() => PermissionLevel, { description: `${description}.` })(KeyPermissions.prototype, resource);
}

@ObjectType('IssuedApiKey', { description: 'A newly created API key.', simpleResolvers: true })
@Resource('account')
export class IssuedKey {
  @Field({ description: 'The raw key. It is returned only once.' })
  key!: string;

  @Field(() => ApiKey, { description: 'The stored key.' })
  apiKey!: ApiKey;
}

@ObjectType('ApiKeyUse', { description: 'Number of requests with a key on one day.', simpleResolvers: true })
@Resource('account')
export class KeyUse {
  @Field({ description: 'Day in UTC, such as `2026-05-01`.' })
  date!: string;

  @Field(() => Int, { description: 'Number of requests.' })
  count!: number;
}

@ObjectType('ApiKeyAllowance', {
  description: "The account's limits on API keys and their current use.",
  simpleResolvers: true,
})
@Resource('account')
export class KeyAllowance {
  @Field(() => Int, { description: 'Number of keys that are neither revoked nor replaced by a rotation.' })
  keys!: number;

  @Field(() => Int, { description: 'Maximum number of keys that are neither revoked nor replaced by a rotation.' })
  keyLimit!: number;

  @Field(() => Int, { description: 'Number of keys created in the last 60 minutes, including revoked keys.' })
  createdInLastHour!: number;

  @Field(() => Int, { description: 'Maximum number of keys that can be created in 60 minutes.' })
  creationLimit!: number;

  @Field(() => Int, { description: 'Seconds until the hourly limit allows another key; 0 if it allows one now.' })
  retryAfter!: number;
}

export const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey', 'account', 'A page of keys.');
