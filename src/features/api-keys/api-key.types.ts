import { Field, Int, ObjectType } from 'type-graphql';
import { RESOURCES, type Level, type Permissions, type Resource as ResourceName } from '../../auth/permissions.js';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { ApiKey } from './api-key.entity.js';
import { PermissionLevel } from './api-key.enums.js';

@ObjectType('ApiKeyPermissions', { description: 'The level on each resource.', simpleResolvers: true })
@Resource('account')
export class KeyPermissions implements Permissions {
  queens!: Level;
  evaluations!: Level;
  blup!: Level;
  hive!: Level;
  account!: Level;
}
// From the matrix, so that the schema shows what it holds.
for (const [resource, description] of Object.entries(RESOURCES) as [ResourceName, string][]) {
  Field(() => PermissionLevel, { description: `${description}.` })(KeyPermissions.prototype, resource);
}

@ObjectType('IssuedApiKey', { description: 'A key that has just been made.', simpleResolvers: true })
@Resource('account')
export class IssuedKey {
  @Field({ description: 'The raw key. It is shown here and never again.' })
  key!: string;

  @Field(() => ApiKey, { description: 'What is kept of it.' })
  apiKey!: ApiKey;
}

@ObjectType('ApiKeyUse', { description: 'How often a key was used on a day.', simpleResolvers: true })
@Resource('account')
export class KeyUse {
  @Field({ description: 'The day in UTC, such as `2026-05-01`.' })
  date!: string;

  @Field(() => Int, { description: 'Requests.' })
  count!: number;
}

@ObjectType('ApiKeyAllowance', {
  description: 'How many keys the account has and may have, and how many it may still make now.',
  simpleResolvers: true,
})
@Resource('account')
export class KeyAllowance {
  @Field(() => Int, { description: 'Keys that are not revoked.' })
  keys!: number;

  @Field(() => Int, { description: 'So many keys that are not revoked the account may have.' })
  keyLimit!: number;

  @Field(() => Int, { description: 'Keys made in the last 60 minutes, revoked ones too.' })
  createdInLastHour!: number;

  @Field(() => Int, { description: 'So many keys the account may make in 60 minutes.' })
  creationLimit!: number;

  @Field(() => Int, { description: 'Seconds until another may be made; 0 where one may be made now.' })
  retryAfter!: number;
}

export const ApiKeyConnection = connectionOf(ApiKey, 'ApiKey', 'account', 'A page of keys.');
