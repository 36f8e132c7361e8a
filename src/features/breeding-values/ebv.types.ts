import { Field, Float, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { connectionOf } from '../../graphql/connection.js';
import { BreedingValue } from './breeding-value.entity.js';
import { EbvRun } from './ebv-run.entity.js';

const BreedingValueConnection = connectionOf(BreedingValue, 'BreedingValue', 'blup', 'A page of breeding values.');

@ObjectType({
  description: 'What a computed breeding value is the sum of, on the scale of the normalized values.',
  simpleResolvers: true,
})
@Resource('blup')
export class BreedingValuePieces {
  @Field(() => Float, { description: "The mean of her parents' values: of unknown ones that of the base population." })
  parentAverage!: number;

  @Field(() => Float, { description: "Points that her sisters and her dam's colony add to that." })
  family!: number;

  @Field(() => Float, { description: 'Points that the tests of her own colony add.' })
  ownTest!: number;

  @Field(() => Float, { description: 'Points that her daughters, and the drone-producing ones among them, add.' })
  offspring!: number;
}

@ObjectType({ description: 'A page of the breeding values of one run.', simpleResolvers: true })
@Resource('blup')
export class LatestEbv extends BreedingValueConnection {
  @Field(() => EbvRun, { nullable: true, description: 'The run they are from; null where there is none yet.' })
  run!: EbvRun | null;
}
