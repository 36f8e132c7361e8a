import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from './scalars.js';

/** Base class of the entities whose rows belong to an account. */
@Entity({ abstract: true })
@ObjectType({ simpleResolvers: true })
export abstract class OwnedRow {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;
}

/** Base class of the entities whose rows users create and change. */
@Entity({ abstract: true })
@ObjectType({ simpleResolvers: true })
export abstract class EditableRow extends OwnedRow {
  @Field(() => DateTime, { description: 'Time of creation.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'Time of the last change.' })
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
