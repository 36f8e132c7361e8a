import { Entity, Formula, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { keyStatusOf } from '../../auth/key-status.js';
import type { Permissions } from '../../auth/permissions.js';
import { Resource } from '../../auth/requires.js';
import { DateTime } from '../../graphql/scalars.js';
import { KeyStatus } from './api-key.enums.js';

@Entity({ tableName: 'api_key' })
@ObjectType('ApiKey', { description: 'What a program signs in with.', simpleResolvers: true })
@Resource('account')
export class ApiKey {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field({ description: 'What its owner calls it.' })
  @Property({ type: 'text' })
  name!: string;

  /** SHA-256 of the raw key, in hex. It never leaves the server, and is not even read but to look a key up. */
  @Property({ type: 'text', hidden: true, lazy: true })
  keyHash!: string;

  @Field({ description: 'The key without its middle: `qb_live_`, 8 digits, an ellipsis, 4 digits.' })
  @Property({ type: 'text' })
  keyPrefix!: string;

  @Property({ type: 'json' })
  permissions!: Partial<Permissions>;

  @Field(() => [String], { description: 'Addresses and subnets it works from; none means any.' })
  @Property({ type: 'json' })
  ipAllowlist!: string[];

  @Property({ type: 'boolean' })
  disabled!: boolean;

  @Field(() => KeyStatus, { description: 'Whether it works now.' })
  @Formula((columns) => keyStatusOf(String(columns)), { type: 'text' })
  status!: KeyStatus;

  @Field(() => DateTime, { description: 'When it was created.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When its time is over; null: never.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt!: Date | null;

  /** Of a rotated key: from then on it counts as revoked. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  overlapEndsAt!: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to the minute.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The address it was last used from.' })
  @Property({ type: 'text', nullable: true })
  lastUsedIp!: string | null;
}
