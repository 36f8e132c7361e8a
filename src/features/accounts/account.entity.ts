import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { DateTime } from '../../graphql/scalars.js';

@Entity({ tableName: 'account' })
@ObjectType({ description: 'A user with their data.', simpleResolvers: true })
@Resource('account')
export class Account {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field({ description: 'The address to sign in with.' })
  @Property({ type: 'text' })
  email!: string;

  @Field({ description: 'How the account is called.' })
  @Property({ type: 'text' })
  name!: string;

  /** Argon2id in PHC form; null until a password is set by link. */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash!: string | null;

  @Field({ description: 'Of the interface: BCP 47.' })
  @Property({ type: 'text' })
  language!: string;

  @Field(() => DateTime, { description: 'When it was first written.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last written.' })
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
