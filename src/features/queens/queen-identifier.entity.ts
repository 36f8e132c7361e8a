import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';

@Entity({ tableName: 'queen_identifier' })
@ObjectType('ExternalIdentifier', {
  description: 'A number under which another system knows the queen.',
  simpleResolvers: true,
})
@Resource('queens')
export class QueenIdentifier {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field({ description: 'The system that gave it, such as a studbook or a registry.' })
  @PrimaryKey({ type: 'text' })
  system!: string;

  @Field({ description: 'The number or name.' })
  @PrimaryKey({ type: 'text' })
  value!: string;

  @Property({ type: 'uuid' })
  queenId!: string;

  @Property({ type: 'uuid', nullable: true })
  importId!: string | null;
}
