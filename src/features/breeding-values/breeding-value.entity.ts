import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { Trait } from '../evaluations/trait.enums.js';
import { EntityType } from './ebv.enums.js';

@Entity({ tableName: 'breeding_value' })
@ObjectType('BreedingValue', {
  description: 'An estimated breeding value (EBV) of one queen, trait and run.',
  simpleResolvers: true,
})
@Resource('blup')
export class BreedingValue {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID, { description: 'The run it is from.' })
  @PrimaryKey({ type: 'uuid' })
  runId!: string;

  @Field(() => ID, { description: 'Whose breeding value it is.' })
  @PrimaryKey({ type: 'uuid' })
  queenId!: string;

  @Field(() => Trait, { description: 'The trait.' })
  @PrimaryKey({ type: 'text' })
  trait!: Trait;

  @Field(() => EntityType, { description: 'Of the queen herself, or of her workers.' })
  @PrimaryKey({ type: 'text' })
  entityType!: EntityType;

  @Field(() => Float, {
    nullable: true,
    description: "In the trait's own unit; null where the source gives only normalized values.",
  })
  @Property({ type: 'double', nullable: true })
  raw!: number | null;

  @Field(() => Float, { description: '100 is the mean of the base years, 10 one standard deviation.' })
  @Property({ type: 'double' })
  normalized!: number;

  @Field(() => Float, { nullable: true, description: 'Reliability r², 0 to 1.' })
  @Property({ type: 'double', nullable: true })
  reliability!: number | null;

  @Property({ type: 'double', nullable: true })
  parentAverage!: number | null;

  @Property({ type: 'double', nullable: true })
  family!: number | null;

  @Property({ type: 'double', nullable: true })
  ownTest!: number | null;

  @Property({ type: 'double', nullable: true })
  offspring!: number | null;
}
