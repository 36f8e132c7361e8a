import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';

@ObjectType({ description: 'One queen in a plot of expected and observed values.', simpleResolvers: true })
@Resource('blup')
export class PredictionPoint {
  @Field(() => Float, {
    description: 'Expected value of her colony, computed without the hidden tests, in the unit of the trait.',
  })
  expected!: number;

  @Field(() => Float, {
    description: 'Mean of her hidden tests. The effect of the contemporary group is subtracted from each test.',
  })
  observed!: number;
}

@ObjectType({
  description:
    'Accuracy of prediction (Legarra & Reverter 2018, Genet Sel Evol 50:53). The run computes the values a second time without the tests of the latest seasons (hidden tests). It compares these values with the values from all tests and with the hidden tests. Statistics are null for fewer than 20 queens.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvPrediction {
  @Field(() => Int, { description: 'Number of the most recent seasons whose tests were hidden.' })
  seasons!: number;

  @Field(() => Int, { description: 'Number of hidden tests.' })
  hiddenTests!: number;

  @Field(() => Int, {
    description: 'Number of queens with hidden tests of their own colonies or of their daughters’ colonies.',
  })
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
      'Slope of the regression of the values with all tests on the values without the hidden tests. At 1, the differences between queens are right. Below 1, the values without the hidden tests exaggerate these differences.',
  })
  dispersion!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Correlation between the values with all tests and the values without the hidden tests.',
  })
  consistency!: number | null;

  @Field(() => Int, { description: 'Number of queens with hidden tests of their own colonies.' })
  testedQueens!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Correlation between the expected values of the colonies and their hidden tests, corrected for contemporary groups.',
  })
  predictiveAbility!: number | null;

  @Field(() => [PredictionPoint], {
    description: 'Up to 100 of the tested queens, sorted by expected value, lowest first.',
  })
  points!: PredictionPoint[];
}
