import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';

@ObjectType({ description: 'Variances of a trait, in squared units of the trait.', simpleResolvers: true })
@Resource('blup')
export class VarianceParameters {
  @Field(() => Float, { description: 'Variance of the worker effect.' })
  worker!: number;

  @Field(() => Float, { description: 'Variance of the queen effect.' })
  queen!: number;

  @Field(() => Float, { description: 'Covariance between worker and queen effects.' })
  covariance!: number;

  @Field(() => Float, { description: 'Residual variance.' })
  residual!: number;
}

@ObjectType({
  description:
    'Standard errors of estimated variances. A component at the boundary of the parameter space (a variance of 0, a correlation of ±1) has no symmetric error, so its standard error is null.',
  simpleResolvers: true,
})
@Resource('blup')
export class VarianceErrors {
  @Field(() => Float, { nullable: true, description: 'Standard error of the variance of the worker effect.' })
  worker!: number | null;

  @Field(() => Float, { nullable: true, description: 'Standard error of the variance of the queen effect.' })
  queen!: number | null;

  @Field(() => Float, { nullable: true, description: 'Standard error of the covariance.' })
  covariance!: number | null;

  @Field(() => Float, { nullable: true, description: 'Standard error of the residual variance.' })
  residual!: number | null;
}

@ObjectType({ description: 'Details of a variance estimation by AI-REML.', simpleResolvers: true })
@Resource('blup')
export class VarianceEstimation {
  @Field(() => Int, { description: 'Number of iterations.' })
  iterations!: number;

  @Field({ description: 'Whether the iteration converged.' })
  converged!: boolean;

  @Field({
    description:
      'Whether an estimate is at the boundary of the parameter space: a variance of 0 or a correlation of ±1.',
  })
  atBoundary!: boolean;

  @Field(() => Float, { description: 'Restricted log-likelihood at the estimates.' })
  logLikelihood!: number;

  @Field(() => VarianceErrors, {
    nullable: true,
    description: 'Standard errors of the estimates; null if the data cannot separate the variances.',
  })
  standardErrors!: VarianceErrors | null;
}
