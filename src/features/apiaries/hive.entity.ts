import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';

@Entity({ tableName: 'hive' })
@ObjectType({ description: 'A hive; a queen heads one at a time.', simpleResolvers: true })
@Resource('hive')
export class Hive extends OwnedRow {
  @Field(() => ID, { nullable: true, description: 'Null for a hive that stands nowhere yet.' })
  @Property({ type: 'uuid', nullable: true })
  apiaryId!: string | null;

  @Field({ description: 'Unique at its apiary.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Kind of hive, as given.' })
  @Property({ type: 'text', nullable: true })
  type!: string | null;

  @Field(() => ID, { nullable: true, description: 'The queen at its head; null for none.' })
  @Property({ type: 'uuid', nullable: true })
  queenId!: string | null;
}
