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
  description: 'What queens can be ranked by.',
  valuesConfig: {
    INDEX: { description: 'The index' },
    RELIABILITY: { description: 'The lowest reliability among the traits that count' },
    ...byTrait(sortOf, () => trait),
  },
});

@InputType({ description: 'What queens are ranked by.' })
@Resource('blup')
export class RankingSort {
  @Field(() => RankingSortField, { description: 'The field.' })
  field!: RankingSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.DESC, description: 'Upwards or downwards.' })
  direction!: SortDirection;
}

@ArgsType()
export class EbvRankingArgs extends ConnectionArgs {
  @Field(() => EntityType, {
    defaultValue: EntityType.queen,
    description: 'By values of the queens themselves, or of their workers.',
  })
  entityType!: EntityType;

  @Field(() => TraitWeightsInput, { nullable: true, description: 'In place of the weights that are kept.' })
  weights?: TraitWeightsInput | null;

  // Names and dates could be found out by what is left of the ranking.
  @Requires('queens', 'read')
  @Field(() => QueenFilter, { nullable: true, description: 'Ranks these queens alone; all if absent.' })
  filter?: QueenFilter | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Only queens whose values of all traits that count have this reliability at least, 0 to 1.',
  })
  minReliability?: number | null;

  @Field(() => [RankingSort], { nullable: true, description: 'One field; the best index first if absent.' })
  sort?: RankingSort[] | null;
}
