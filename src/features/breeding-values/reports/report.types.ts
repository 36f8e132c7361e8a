import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { Json } from '../../../graphql/scalars.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { EbvPrediction } from './prediction.types.js';
import { VarianceEstimation, VarianceParameters } from './variance.types.js';

export enum ReliabilityMethod {
  EXACT = 'exact',
  APPROXIMATE = 'approximate',
}
registerEnumType(ReliabilityMethod, {
  name: 'ReliabilityMethod',
  description: 'How the reliabilities of a run were computed.',
  valuesConfig: {
    EXACT: { description: 'Exact, from prediction error variances' },
    APPROXIMATE: { description: 'Approximated, because the exact computation would take too much time or memory' },
  },
});

export enum WeakGroupReason {
  SINGLE = 'single',
  ONE_FAMILY = 'one family',
}
registerEnumType(WeakGroupReason, {
  name: 'WeakGroupReason',
  description: 'Reason why a contemporary group has almost no information.',
  valuesConfig: {
    SINGLE: { description: 'The group has only one colony, which cannot be compared with any other' },
    ONE_FAMILY: { description: 'All queens are daughters of one dam, so only sisters are compared' },
  },
});

@ObjectType({
  description:
    'Estimated errors of approximate reliabilities (r²). The run also computes the exact reliabilities of a sample of queens and worker groups, and calibrates the approximation with this sample. Leave-one-out cross-validation in the sample gives the errors.',
  simpleResolvers: true,
})
@Resource('blup')
export class ReliabilityError {
  @Field(() => Int, { description: 'Number of exact reliabilities in the sample.' })
  sample!: number;

  @Field(() => Float, { description: 'Mean absolute error of the randomly drawn part of the sample.' })
  mean!: number;

  @Field(() => Float, {
    description: 'Largest error in the sample, which includes unusual queens, such as queens mated to close relatives.',
  })
  largest!: number;
}

@ObjectType({ description: 'Reference of the normalized scale: the queens of the base years.', simpleResolvers: true })
@Resource('blup')
export class NormalizationScale {
  @Field(() => Int, { description: 'First birth year of the reference queens.' })
  fromYear!: number;

  @Field(() => Int, { description: 'Last birth year of the reference queens.' })
  toYear!: number;

  @Field(() => Int, { description: 'Number of reference queens.' })
  queens!: number;

  @Field(() => Float, { description: 'Mean raw value of the reference queens: 100 on the normalized scale.' })
  mean!: number;

  @Field(() => Float, {
    description: 'Standard deviation of the raw values of the reference queens: 10 points on the normalized scale.',
  })
  sd!: number;
}

@ObjectType({ description: 'Report of a run for one trait.', simpleResolvers: true })
@Resource('blup')
export class EbvTraitReport {
  @Field(() => Trait, { description: 'Trait.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Number of evaluations with a value of the trait.' })
  records!: number;

  @Field(() => Int, { description: 'Number of contemporary groups (apiary × season).' })
  groups!: number;

  @Field(() => Int, {
    description:
      'Number of contemporary groups with almost no information. The warnings of the run list at most 100 of these groups for each trait.',
  })
  weakGroups!: number;

  @Field(() => VarianceParameters, { nullable: true, description: 'Variances that the run used for the trait.' })
  parameters!: VarianceParameters | null;

  @Field(() => String, {
    nullable: true,
    description: 'Source of published variances. Null if the variances were set in the request or were estimated.',
  })
  source!: string | null;

  @Field(() => VarianceEstimation, {
    nullable: true,
    description: 'Details of the variance estimation; null if the variances were not estimated.',
  })
  estimation!: VarianceEstimation | null;

  @Field(() => ReliabilityMethod, { nullable: true, description: 'Method used to compute the reliabilities.' })
  reliability!: ReliabilityMethod | null;

  @Field(() => ReliabilityError, {
    nullable: true,
    description: 'Estimated errors of approximate reliabilities; null if they are exact.',
  })
  reliabilityError!: ReliabilityError | null;

  @Field(() => NormalizationScale, { nullable: true, description: 'Reference of the normalized scale.' })
  scale!: NormalizationScale | null;

  @Field(() => EbvPrediction, {
    nullable: true,
    description:
      'How well the values predict the tests of the latest seasons. Null if the run did not check this, or if there are too few tests of earlier seasons.',
  })
  prediction!: EbvPrediction | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason why the trait has no breeding values; null if it has values.',
  })
  refused!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Stable code of the reason in `refused`. Null if the trait has values, and in runs of earlier versions of the service.',
  })
  refusedCode!: string | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Parameters for a translation of `refused`. For example, the code `too_large` has the parameters `records` and `hours`.',
  })
  refusedParams!: unknown;
}

@ObjectType({ description: 'Progress of a run for one trait.', simpleResolvers: true })
@Resource('blup')
export class EbvTraitProgress {
  @Field(() => Trait, { description: 'Trait.' })
  trait!: Trait;

  @Field(() => Float, { description: 'Progress, 0 to 1.' })
  progress!: number;
}

@ObjectType({
  description:
    'A contemporary group with almost no information about breeding values, because it has only one colony, or because all its queens have the same dam.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvWarning {
  @Field(() => Trait, { description: 'Trait of the evaluations.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Season.' })
  year!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the apiary at the time of the run; null for evaluations without an apiary.',
  })
  apiaryId!: string | null;

  @Field(() => Int, { description: 'Number of evaluations in the group.' })
  records!: number;

  @Field(() => WeakGroupReason, { description: 'Reason for the warning.' })
  reason!: WeakGroupReason;

  @Field({ description: 'The warning as text.' })
  message!: string;
}
