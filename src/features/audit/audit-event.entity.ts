import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { DateTime } from '../../graphql/scalars.js';
import { AuditAction, AuditActor } from './audit.enums.js';

@Entity({ tableName: 'audit_event' })
@ObjectType('AuditEvent', { description: 'Something that happened to the account.', simpleResolvers: true })
@Resource('account')
export class AuditEvent {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => DateTime, { description: 'When it happened; of what was repeated, the first time.' })
  @Property({ type: 'timestamptz', length: 3 })
  happenedAt!: Date;

  @Field(() => AuditAction, { description: 'What happened.' })
  @Property({ type: 'text' })
  action!: AuditAction;

  @Field(() => AuditActor, { description: 'Who did it.' })
  @Property({ type: 'text' })
  actor!: AuditActor;

  @Field(() => ID, { nullable: true, description: 'The key with which it was done, where it was one.' })
  @Property({ type: 'uuid', nullable: true })
  keyId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The row that it was done to: a key, an import, a queen. Null for what is of the account, and for several.',
  })
  @Property({ type: 'uuid', nullable: true })
  subjectId!: string | null;

  @Property({ type: 'text', nullable: true })
  address!: string | null;

  @Field(() => Int, {
    description:
      'How often within an hour, where the same was repeated. A refused key is counted once a minute at most.',
  })
  @Property({ type: 'integer' })
  count!: number;
}
