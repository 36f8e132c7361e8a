import { Field, InputType, Int } from 'type-graphql';
import { RESOURCES, type Level, type Permissions, type Resource } from '../../auth/permissions.js';
import { KeySwitch, PermissionLevel } from './api-key.enums.js';

@InputType('ApiKeyPermissionsInput', {
  description: 'Permission level on each resource; `none` if absent.',
})
export class KeyPermissionsInput implements Partial<Permissions> {
  queens?: Level;
  evaluations?: Level;
  blup?: Level;
  hive?: Level;
  account?: Level;
}
// Adds a field for each resource of the permission matrix.
for (const [resource, description] of Object.entries(RESOURCES) as [Resource, string][]) {
  Field(() => PermissionLevel, { nullable: true, description: `${description}.` })(
    KeyPermissionsInput.prototype,
    resource,
  );
}

@InputType('NewApiKeyInput', { description: 'Fields of a new API key.' })
export class NewKeyInput {
  @Field({ description: 'Name of the key: 1 to 100 characters, at least one of them not blank.' })
  name!: string;

  @Field(() => KeyPermissionsInput, { description: 'Permission level on each resource.' })
  permissions!: KeyPermissionsInput;

  @Field(() => Int, {
    nullable: true,
    description:
      'Days until the key expires: 7, 30, 90 or 365. If the value is null or absent, the key does not expire.',
  })
  expiresInDays?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Up to 100 IP addresses or CIDR subnets from which the key is accepted; empty for any address.',
  })
  ipAllowlist?: string[] | null;
}

@InputType('ApiKeyChangeInput', { description: 'Changes to an API key. Absent fields keep their values.' })
export class KeyChangeInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the key: 1 to 100 characters, at least one of them not blank.',
  })
  name?: string | null;

  @Field(() => KeySwitch, {
    nullable: true,
    description: 'New status. An expired or revoked key cannot change its status.',
  })
  status?: KeySwitch | null;
}
