import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { connectionOf } from '../../../graphql/connection.js';
import { BreedingValue } from '../breeding-value.entity.js';
import { EbvRun } from '../ebv-run.entity.js';
import { TraitWeights } from '../selection-index/index-weights.types.js';
import type { Weights } from '../selection-index/weights.js';

@ObjectType({ description: 'A queen in a ranking.', simpleResolvers: true })
@Resource('blup')
export class RankedQueen {
  @Field(() => Int, {
    description: 'Her place among the queens of the list as it is sorted; equal ones share a place.',
  })
  rank!: number;

  @Field(() => ID, { description: 'Who she is.' })
  queenId!: string;

  @Field(() => Float, {
    description: '100 + Σ w·(normalized − 100) / Σ|w| over the traits that count and that the run has values of.',
  })
  index!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The lowest reliability among the traits that count; null where one is not known.',
  })
  reliability!: number | null;

  @Field(() => [BreedingValue], { description: 'Her values of the run, of the kind that is ranked, by trait.' })
  values!: () => Promise<BreedingValue[]>;
}

const RankedQueenConnection = connectionOf(RankedQueen, 'RankedQueen', 'blup', 'A page of a ranking.');

@ObjectType({
  description: 'A page of a ranking. A queen who lacks a value of a trait that counts has no index, and is not in it.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvRanking extends RankedQueenConnection {
  @Field(() => EbvRun, { nullable: true, description: 'The run of the values; null where there is none yet.' })
  run!: EbvRun | null;

  @Field(() => TraitWeights, {
    description: 'What the traits count. Those that the run has no values of are passed over.',
  })
  weights!: Weights;
}
