import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { DateTime } from '../../graphql/scalars.js';
import { AuditAction, AuditActor } from './audit.enums.js';

@Entity({ tableName: 'audit_event' })
@ObjectType('AuditEvent', { description: 'An event in the audit trail of the account.', simpleResolvers: true })
@Resource('account')
export class AuditEvent extends OwnedRow {
  @Field(() => DateTime, { description: 'Time of the event; for combined events, the time of the first one.' })
  @Property({ type: 'timestamptz', length: 3 })
  happenedAt!: Date;

  @Field(() => AuditAction, { description: 'Kind of event.' })
  @Property({ type: 'text' })
  action!: AuditAction;

  @Field(() => AuditActor, { description: 'Kind of actor that caused the event.' })
  @Property({ type: 'text' })
  actor!: AuditActor;

  @Field(() => ID, { nullable: true, description: 'Id of the API key that was used; null if no key was used.' })
  @Property({ type: 'uuid', nullable: true })
  keyId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the affected row, such as a key, an import or a queen. Null if the event affects the whole account or several rows.',
  })
  @Property({ type: 'uuid', nullable: true })
  subjectId!: string | null;

  @Property({ type: 'text', nullable: true })
  address!: string | null;

  @Field(() => Int, {
    description:
      'Number of occurrences. Equal deletions, table downloads, failed sign-ins and refused keys within an hour are combined. Each process counts a refused key at most once a minute.',
  })
  @Property({ type: 'integer' })
  count!: number;
}
