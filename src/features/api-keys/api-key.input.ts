import { Field, InputType, Int } from 'type-graphql';
import { RESOURCES, type Level, type Permissions, type Resource } from '../../auth/permissions.js';
import { KeySwitch, PermissionLevel } from './api-key.enums.js';

@InputType('ApiKeyPermissionsInput', {
  description: 'The level on each resource. One that is left out is `none`.',
})
export class KeyPermissionsInput implements Partial<Permissions> {
  queens?: Level;
  evaluations?: Level;
  blup?: Level;
  hive?: Level;
  account?: Level;
}
// From the matrix, so that the schema offers what it holds.
for (const [resource, description] of Object.entries(RESOURCES) as [Resource, string][]) {
  Field(() => PermissionLevel, { nullable: true, description: `${description}.` })(
    KeyPermissionsInput.prototype,
    resource,
  );
}

@InputType('NewApiKeyInput', { description: 'What a new key is to be.' })
export class NewKeyInput {
  @Field({ description: '1 to 100 characters, not only blanks.' })
  name!: string;

  @Field(() => KeyPermissionsInput, { description: 'What it may do.' })
  permissions!: KeyPermissionsInput;

  @Field(() => Int, { nullable: true, description: '7, 30, 90 or 365; null or left out: it does not expire.' })
  expiresInDays?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: 'At most 100 addresses or CIDR subnets from which it works; none means any.',
  })
  ipAllowlist?: string[] | null;
}

@InputType('ApiKeyChangeInput', { description: 'What is to change of a key; what is left out stays.' })
export class KeyChangeInput {
  @Field(() => String, { nullable: true, description: '1 to 100 characters, not only blanks.' })
  name?: string | null;

  @Field(() => KeySwitch, { nullable: true, description: 'Not for a key that has expired.' })
  status?: KeySwitch | null;
}
