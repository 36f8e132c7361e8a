import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { EbvRun } from '../ebv-run.entity.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { TraitWeights } from '../selection-index/index-weights.types.js';
import type { Weights } from '../selection-index/weights.js';

@ObjectType({ description: 'Breeding values of one trait and year of birth.', simpleResolvers: true })
@Resource('blup')
export class TraitTrend {
  @Field(() => Trait, { description: 'The trait.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Queens with a value.' })
  n!: number;

  @Field(() => Float, { nullable: true, description: 'Mean of their normalized values; null where there are none.' })
  mean!: number | null;
}

@ObjectType({ description: 'Inbreeding of the queens of one year of birth.', simpleResolvers: true })
@Resource('queens')
export class InbreedingTrend {
  @Field(() => Int, { description: 'Queens that were born then, with or without values.' })
  queens!: number;

  @Field(() => Int, { description: 'Those whose coefficient of inbreeding is above 0.' })
  inbred!: number;

  @Field(() => Float, { description: 'Mean coefficient of all of them, a fraction from 0 to 1.' })
  mean!: number;
}

@ObjectType({ description: 'Queens of one year of birth.', simpleResolvers: true })
@Resource('blup')
export class EbvTrendYear {
  @Field(() => Int, { nullable: true, description: 'The year of birth; null, at the end, where it is not known.' })
  year!: number | null;

  @Field(() => Int, { description: 'Queens with values in the run.' })
  queens!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean index of those who have one; null where none has.',
  })
  index!: number | null;

  @Field(() => [TraitTrend], { description: 'Of each trait that the run has values of.' })
  traits!: TraitTrend[];
}

@ObjectType({
  description: 'How breeding values and inbreeding changed from one year of birth to the next.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvTrends {
  @Field(() => EbvRun, { nullable: true, description: 'The newest completed run; null where there is none yet.' })
  run!: EbvRun | null;

  @Field(() => TraitWeights, { description: 'What the traits count in the index.' })
  weights!: Weights;

  @Field(() => [EbvTrendYear], {
    description:
      'By year of birth, ascending: each in which a queen was born; to one who may not read queens, each in which one with values was.',
  })
  years!: EbvTrendYear[];
}
