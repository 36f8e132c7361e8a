import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { EbvRun } from '../ebv-run.entity.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { TraitWeights } from '../selection-index/index-weights.types.js';
import type { Weights } from '../selection-index/weights.js';

@ObjectType({ description: 'Breeding values of one trait and birth year.', simpleResolvers: true })
@Resource('blup')
export class TraitTrend {
  @Field(() => Trait, { description: 'Trait.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Number of queens with a value.' })
  n!: number;

  @Field(() => Float, { nullable: true, description: 'Mean of the normalized values; null if there are no values.' })
  mean!: number | null;
}

@ObjectType({ description: 'Inbreeding of the queens of one birth year.', simpleResolvers: true })
@Resource('queens')
export class InbreedingTrend {
  @Field(() => Int, { description: 'Number of queens born in the year, with or without breeding values.' })
  queens!: number;

  @Field(() => Int, { description: 'Number of queens with an inbreeding coefficient above 0.' })
  inbred!: number;

  @Field(() => Float, { description: 'Mean inbreeding coefficient of all queens born in the year, 0 to 1.' })
  mean!: number;
}

@ObjectType({ description: 'Queens of one birth year.', simpleResolvers: true })
@Resource('blup')
export class EbvTrendYear {
  @Field(() => Int, {
    nullable: true,
    description: 'Birth year. Null in the last entry, which covers queens without a known birth year.',
  })
  year!: number | null;

  @Field(() => Int, { description: 'Number of queens with values in the run.' })
  queens!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean index of the queens that have an index; null if no queen has an index.',
  })
  index!: number | null;

  @Field(() => [TraitTrend], { description: 'Trend of each trait with values in the run.' })
  traits!: TraitTrend[];
}

@ObjectType({
  description: 'Genetic trend: breeding values and inbreeding by birth year.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvTrends {
  @Field(() => EbvRun, { nullable: true, description: 'Newest completed run; null if there is none.' })
  run!: EbvRun | null;

  @Field(() => TraitWeights, { description: 'Weights of the traits in the index.' })
  weights!: Weights;

  @Field(() => [EbvTrendYear], {
    description:
      'Birth years, ascending. If the caller does not have the permission `read` on `queens`, the list contains only birth years of queens with values in the run.',
  })
  years!: EbvTrendYear[];
}
