import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { DateTime } from '../../graphql/scalars.js';

@Entity({ tableName: 'account' })
@ObjectType({ description: "A breeder's account, which owns all data of the breeder.", simpleResolvers: true })
@Resource('account')
export class Account {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field({ description: 'Email address used to sign in.' })
  @Property({ type: 'text' })
  email!: string;

  @Field({ description: 'Name of the account.' })
  @Property({ type: 'text' })
  name!: string;

  /**
   * Argon2id hash in PHC format. Null until the owner sets a password with a one-time link, and during the deletion.
   */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash!: string | null;

  @Field({ description: 'Language of the web interface, a BCP 47 tag.' })
  @Property({ type: 'text' })
  language!: string;

  @Field(() => DateTime, { description: 'Time of creation.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'Time of the last change.' })
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
