import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { Trait } from '../../evaluations/trait.enums.js';

export enum ReliabilityMethod {
  EXACT = 'exact',
  APPROXIMATE = 'approximate',
}
registerEnumType(ReliabilityMethod, {
  name: 'ReliabilityMethod',
  description: 'How the reliabilities of a run were computed.',
  valuesConfig: {
    EXACT: { description: 'From the prediction-error variances themselves' },
    APPROXIMATE: { description: 'By an approximation, for there were too many queens' },
  },
});

export enum WeakGroupReason {
  SINGLE = 'single',
  ONE_FAMILY = 'one family',
}
registerEnumType(WeakGroupReason, {
  name: 'WeakGroupReason',
  description: 'Why the records of an apiary and season add next to nothing.',
  valuesConfig: {
    SINGLE: { description: 'One colony alone has nothing to be compared with' },
    ONE_FAMILY: { description: 'Daughters of one dam can only be compared with each other' },
  },
});

@ObjectType({ description: 'Variances of a trait, in squares of its unit.', simpleResolvers: true })
@Resource('blup')
export class VarianceParameters {
  @Field(() => Float, { description: 'Variance of what the workers do.' })
  worker!: number;

  @Field(() => Float, { description: 'Variance of what the queen does.' })
  queen!: number;

  @Field(() => Float, { description: 'Covariance of the two.' })
  covariance!: number;

  @Field(() => Float, { description: 'Variance of what is left.' })
  residual!: number;
}

@ObjectType({ description: 'How variances were estimated from the data (AI-REML).', simpleResolvers: true })
@Resource('blup')
export class VarianceEstimation {
  @Field(() => Int, { description: 'Rounds of the search.' })
  iterations!: number;

  @Field({ description: 'Whether it came to its end.' })
  converged!: boolean;

  @Field({ description: 'Whether a variance came out as zero, or the correlation as ±1.' })
  atBoundary!: boolean;

  @Field(() => Float, { description: 'Restricted log-likelihood at the estimates.' })
  logLikelihood!: number;

  @Field(() => VarianceParameters, { nullable: true, description: 'Of the estimates; null where there are none.' })
  standardErrors!: VarianceParameters | null;
}

@ObjectType({ description: 'What normalized values are taken from.', simpleResolvers: true })
@Resource('blup')
export class NormalizationScale {
  @Field(() => Int, { description: 'First birth year of the queens.' })
  fromYear!: number;

  @Field(() => Int, { description: 'Last birth year of the queens.' })
  toYear!: number;

  @Field(() => Int, { description: 'How many queens.' })
  queens!: number;

  @Field(() => Float, { description: 'Mean of their raw values, which is 100.' })
  mean!: number;

  @Field(() => Float, { description: 'Standard deviation of their raw values, which is 10.' })
  sd!: number;
}

@ObjectType({ description: 'How one trait went in a run.', simpleResolvers: true })
@Resource('blup')
export class EbvTraitReport {
  @Field(() => Trait, { description: 'The trait.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Evaluations with a value.' })
  records!: number;

  @Field(() => Int, { description: 'Apiaries × seasons they are from.' })
  groups!: number;

  @Field(() => Int, { description: 'Those among them that add next to nothing; `EbvRun.warnings` tells of them.' })
  weakGroups!: number;

  @Field(() => VarianceParameters, { nullable: true, description: 'The variances that were reckoned with.' })
  parameters!: VarianceParameters | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the variances stem from, if they are published ones; null where they were given or estimated.',
  })
  source!: string | null;

  @Field(() => VarianceEstimation, {
    nullable: true,
    description: 'How they were estimated; null where they were not.',
  })
  estimation!: VarianceEstimation | null;

  @Field(() => ReliabilityMethod, { nullable: true, description: 'How the reliabilities were computed.' })
  reliability!: ReliabilityMethod | null;

  @Field(() => NormalizationScale, { nullable: true, description: 'What the normalized values are taken from.' })
  scale!: NormalizationScale | null;

  @Field(() => String, { nullable: true, description: 'Why there are no values, in words; null where there are.' })
  refused!: string | null;
}

@ObjectType({ description: 'How far a run has worked out a trait.', simpleResolvers: true })
@Resource('blup')
export class EbvTraitProgress {
  @Field(() => Trait, { description: 'The trait.' })
  trait!: Trait;

  @Field(() => Float, { description: '0 to 1.' })
  progress!: number;
}

@ObjectType({
  description:
    'Tests of an apiary and season that tell next to nothing of breeding values, because they hardly connect with others.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvWarning {
  @Field(() => Trait, { description: 'The trait of which they are.' })
  trait!: Trait;

  @Field(() => Int, { description: 'The season.' })
  year!: number;

  @Field(() => ID, { nullable: true, description: 'The apiary as it was then; null: tests without one.' })
  apiaryId!: string | null;

  @Field(() => Int, { description: 'How many tests.' })
  records!: number;

  @Field(() => WeakGroupReason, { description: 'Why they tell next to nothing.' })
  reason!: WeakGroupReason;

  @Field({ description: 'The same in plain words.' })
  message!: string;
}
