import { Field, Float, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { BreedingValue } from './breeding-value.entity.js';
import { EbvRun } from './ebv-run.entity.js';

const BreedingValueConnection = connectionOf(BreedingValue, 'BreedingValue', 'blup', 'A page of breeding values.');

@ObjectType({
  description: 'Contributions to a computed breeding value, in points of the normalized scale.',
  simpleResolvers: true,
})
@Resource('blup')
export class BreedingValuePieces {
  @Field(() => Float, {
    description: "Mean of the parents' values. An unknown parent counts as the mean of the base population.",
  })
  parentAverage!: number;

  @Field(() => Float, { description: "Contribution of the queen's sisters and of her dam's colony." })
  family!: number;

  @Field(() => Float, { description: "Contribution of the evaluations of the queen's own colony." })
  ownTest!: number;

  @Field(() => Float, { description: "Contribution of the queen's daughters, including drone-producing daughters." })
  offspring!: number;
}

@ObjectType({ description: 'A page of the breeding values of one run.', simpleResolvers: true })
@Resource('blup')
export class LatestEbv extends BreedingValueConnection {
  @Field(() => EbvRun, { nullable: true, description: 'Run that produced the values; null if no run is completed.' })
  run!: EbvRun | null;
}
