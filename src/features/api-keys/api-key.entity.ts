import { Entity, Formula, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { keyStatusOf } from '../../auth/key-status.js';
import type { Permissions } from '../../auth/permissions.js';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { DateTime } from '../../graphql/scalars.js';
import { KeyStatus } from './api-key.enums.js';

@Entity({ tableName: 'api_key' })
@ObjectType('ApiKey', { description: 'An API key, with which a program authenticates.', simpleResolvers: true })
@Resource('account')
export class ApiKey extends OwnedRow {
  @Field({ description: 'Name of the key.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({
    description:
      'Shortened key for display: `qb_live_`, the first 8 hexadecimal digits, an ellipsis, the last 4 hexadecimal digits.',
  })
  @Property({ type: 'text' })
  keyPrefix!: string;

  @Property({ type: 'json' })
  permissions!: Partial<Permissions>;

  @Field(() => [String], {
    description: 'IP addresses and CIDR subnets from which the key is accepted; empty for any address.',
  })
  @Property({ type: 'json' })
  ipAllowlist!: string[];

  @Field(() => KeyStatus, { description: 'Current status of the key.' })
  @Formula((columns) => keyStatusOf(String(columns)), { type: 'text' })
  status!: KeyStatus;

  @Field(() => DateTime, { description: 'Time of creation.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the key expires; null if it does not expire.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt!: Date | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the key that this key replaced by a rotation; null if this key did not replace a key.',
  })
  @Property({ type: 'uuid', nullable: true })
  predecessorId!: string | null;

  /** End of the overlap, in which a rotated key and its successor are both valid. The rotated key is then revoked. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  overlapEndsAt!: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last use, to the minute; null if never used.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'IP address of the last use.' })
  @Property({ type: 'text', nullable: true })
  lastUsedIp!: string | null;
}
