import { byTrait, sortOf } from '../../../core/traits.js';
import { ArgsType, Field, Float, InputType, registerEnumType } from 'type-graphql';
import { Requires, Resource } from '../../../auth/requires.js';
import { ConnectionArgs } from '../../../graphql/connection.js';
import { SortDirection } from '../../../graphql/sort.js';
import { QueenFilter } from '../../queens/queen.input.js';
import { EntityType } from '../ebv.enums.js';
import { TraitWeightsInput } from '../selection-index/index-weights.types.js';

export const RankingSortField = {
  INDEX: 'INDEX',
  RELIABILITY: 'RELIABILITY',
  ...byTrait(sortOf, sortOf),
} as const;
export type RankingSortField = keyof typeof RankingSortField;
const trait = { description: 'Normalized value of the trait' };
registerEnumType(RankingSortField, {
  name: 'RankingSortField',
  description: 'Sort fields of a ranking.',
  valuesConfig: {
    INDEX: { description: 'Selection index' },
    RELIABILITY: { description: 'Lowest reliability among the weighted traits' },
    ...byTrait(sortOf, () => trait),
  },
});

@InputType({ description: 'Sort order of a ranking.' })
@Resource('blup')
export class RankingSort {
  @Field(() => RankingSortField, { description: 'Sort field.' })
  field!: RankingSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.DESC, description: 'Sort direction.' })
  direction!: SortDirection;
}

@ArgsType()
export class EbvRankingArgs extends ConnectionArgs {
  @Field(() => EntityType, {
    defaultValue: EntityType.queen,
    description: 'Whether to rank by values of the queens or of their workers.',
  })
  entityType!: EntityType;

  @Field(() => TraitWeightsInput, { nullable: true, description: 'Weights of the index. Default: the saved weights.' })
  weights?: TraitWeightsInput | null;

  // Without this permission, callers could infer names and dates of queens from a filtered ranking.
  @Requires('queens', 'read')
  @Field(() => QueenFilter, { nullable: true, description: 'Conditions for the queens to rank. Default: all queens.' })
  filter?: QueenFilter | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Minimum reliability of the values of all weighted traits, 0 to 1.',
  })
  minReliability?: number | null;

  @Field(() => [RankingSort], { nullable: true, description: 'At most one sort field. Default: best index first.' })
  sort?: RankingSort[] | null;
}
