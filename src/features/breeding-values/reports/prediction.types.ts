import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';

@ObjectType({ description: 'One queen of a plot of predictions.', simpleResolvers: true })
@Resource('blup')
export class PredictionPoint {
  @Field(() => Float, {
    description: 'Value expected of her colony without the hidden tests, in the unit of the trait.',
  })
  expected!: number;

  @Field(() => Float, { description: 'Mean of her hidden tests, as a difference from their contemporary groups.' })
  observed!: number;
}

@ObjectType({
  description:
    'How well values that are computed without the last tests predict these tests (Legarra & Reverter 2018, Genet Sel Evol 50:53). Statistics are null below 20 queens.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvPrediction {
  @Field(() => Int, { description: 'Number of last seasons whose tests were hidden.' })
  seasons!: number;

  @Field(() => Int, { description: 'Number of hidden tests.' })
  hiddenTests!: number;

  @Field(() => Int, { description: 'Number of queens whose own or daughters’ tests were hidden.' })
  focalQueens!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean value without the hidden tests minus mean value with all tests, in the unit of the trait.',
  })
  bias!: number | null;

  @Field(() => Float, { nullable: true, description: 'The bias in genetic standard deviations.' })
  biasInSd!: number | null;

  @Field(() => Float, { nullable: true, description: 'The bias in points of the normalized scale.' })
  biasInPoints!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Slope of the regression of the values with all tests on the values without the hidden tests. 1: differences between queens are right; below 1: they are exaggerated.',
  })
  dispersion!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Correlation between the values with all tests and the values without the hidden tests.',
  })
  consistency!: number | null;

  @Field(() => Int, { description: 'Number of queens whose own tests were hidden.' })
  testedQueens!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Correlation of the expected colonies with their hidden tests, corrected for contemporary groups.',
  })
  predictiveAbility!: number | null;

  @Field(() => [PredictionPoint], { description: 'Up to 100 of the tested queens, by expected value.' })
  points!: PredictionPoint[];
}
