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
    description: 'Rank in the sorted list. Queens with the same value of the sort field share a rank.',
  })
  rank!: number;

  @Field(() => ID, { description: 'Id of the queen.' })
  queenId!: string;

  @Field(() => Float, {
    description:
      'Selection index: 100 + Σ w·(normalized − 100) / Σ|w| over the weighted traits with values in the run.',
  })
  index!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lowest reliability among the weighted traits; null if one of these reliabilities is unknown.',
  })
  reliability!: number | null;

  @Field(() => [BreedingValue], { description: 'Values of the ranked entity type in the run, sorted by trait.' })
  values!: () => Promise<BreedingValue[]>;
}

const RankedQueenConnection = connectionOf(RankedQueen, 'RankedQueen', 'blup', 'A page of a ranking.');

@ObjectType({
  description: 'A page of a ranking. Queens without a value for a weighted trait are not ranked.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvRanking extends RankedQueenConnection {
  @Field(() => EbvRun, { nullable: true, description: 'Run that produced the values; null if no run is completed.' })
  run!: EbvRun | null;

  @Field(() => TraitWeights, {
    description: 'Weights of the traits in the index. Traits without values in the run are ignored.',
  })
  weights!: Weights;
}
