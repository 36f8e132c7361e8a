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

  @Field(() => ID, { description: 'Run that produced the value.' })
  @PrimaryKey({ type: 'uuid' })
  runId!: string;

  @Field(() => ID, { description: 'Queen to whom the value belongs.' })
  @PrimaryKey({ type: 'uuid' })
  queenId!: string;

  @Field(() => Trait, { description: 'Trait.' })
  @PrimaryKey({ type: 'text' })
  trait!: Trait;

  @Field(() => EntityType, { description: 'Whether the value belongs to the queen or to her workers.' })
  @PrimaryKey({ type: 'text' })
  entityType!: EntityType;

  @Field(() => Float, {
    nullable: true,
    description: 'Value in the unit of the trait. Null if the imported source has only normalized values.',
  })
  @Property({ type: 'double', nullable: true })
  raw!: number | null;

  @Field(() => Float, {
    description:
      'Value on the normalized scale: the queens born in the base years have the mean 100 and the standard deviation 10.',
  })
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
