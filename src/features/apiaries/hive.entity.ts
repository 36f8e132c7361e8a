import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { EditableRow } from '../../graphql/owned-row.entity.js';

@Entity({ tableName: 'hive' })
@ObjectType({ description: 'A hive. A queen heads at most one hive at a time.', simpleResolvers: true })
@Resource('hive')
export class Hive extends EditableRow {
  @Field(() => ID, { nullable: true, description: 'Id of the apiary; null if the hive has no apiary.' })
  @Property({ type: 'uuid', nullable: true })
  apiaryId!: string | null;

  @Field({ description: 'Name, unique at the apiary.' })
  @Property({ type: 'text' })
  name!: string;

  /** Sort key of the name, which ignores case and sorts numbers by value. */
  @Property({ type: 'text', generated: 'natural_key(identifier_key(name)) stored' })
  nameOrder!: string;

  @Field(() => String, { nullable: true, description: 'Kind of hive, as entered.' })
  @Property({ type: 'text', nullable: true })
  type!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the queen that heads the hive; null if there is none.' })
  @Property({ type: 'uuid', nullable: true })
  queenId!: string | null;
}
