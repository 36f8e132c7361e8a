import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';

@Entity({ tableName: 'queen_identifier' })
@ObjectType('ExternalIdentifier', {
  description: 'An identifier of the queen in another system.',
  simpleResolvers: true,
})
@Resource('queens')
export class QueenIdentifier {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field({ description: 'System that issued the identifier, such as a studbook or registry.' })
  @PrimaryKey({ type: 'text' })
  system!: string;

  @Field({ description: 'Identifier in that system.' })
  @PrimaryKey({ type: 'text' })
  value!: string;

  @Property({ type: 'uuid' })
  queenId!: string;
}
