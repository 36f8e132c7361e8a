import { ArgsType, Field, Float, InputType } from 'type-graphql';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { Requires, Resource } from '../../auth/requires.js';
import { SortDirection } from '../../graphql/sort.js';
import { RankingSort } from '../breeding-values/ranking/ranking.input.js';
import { Trait } from '../evaluations/trait.enums.js';
import { QueensArgs } from '../queens/queen.input.js';

/** The trait fields are added below. */
const WithTraits = class {} as new () => Partial<Record<TraitName, number | null>>;

@InputType({ description: 'Minimum by trait. A queen must reach every minimum that is given.' })
export class TraitMinimaInput extends WithTraits {}

for (const name of TRAIT_NAMES) {
  Field(() => Float, { nullable: true, description: `${TRAITS[name].title}.` })(TraitMinimaInput.prototype, name);
}

@InputType({ description: 'Sort order of queens by values of the newest completed run.' })
@Resource('blup')
export class QueenValueSort extends RankingSort {}

@InputType({ description: 'Sort order of queens by their last evaluations.' })
@Resource('evaluations')
export class QueenScoreSort {
  @Field(() => Trait, { description: 'Trait whose result is compared.' })
  trait!: Trait;

  @Field(() => SortDirection, { defaultValue: SortDirection.DESC, description: 'Sort direction.' })
  direction!: SortDirection;
}

@ArgsType()
export class QueenListArgs extends QueensArgs {
  // Filters and sort orders are separate arguments, because each argument requires its own permission.
  @Requires('blup', 'read')
  @Field(() => Float, {
    nullable: true,
    description:
      'Only queens whose selection index in the newest completed run, with the saved weights, is at least this value.',
  })
  minIndex?: number | null;

  @Requires('blup', 'read')
  @Field(() => TraitMinimaInput, {
    nullable: true,
    description: 'Only queens whose normalized values in the newest completed run are at least these values.',
  })
  minValues?: TraitMinimaInput | null;

  @Requires('evaluations', 'read')
  @Field(() => TraitMinimaInput, {
    nullable: true,
    description: 'Only queens whose last evaluation has at least these results.',
  })
  minScores?: TraitMinimaInput | null;

  @Requires('blup', 'read')
  @Field(() => QueenValueSort, {
    nullable: true,
    description:
      'Sort by a value of the newest completed run; takes precedence over `sort` and `sortByScore`. Queens without this value come last. All pages that are read by cursor use the run and the weights of the first page.',
  })
  sortByValue?: QueenValueSort | null;

  @Requires('evaluations', 'read')
  @Field(() => QueenScoreSort, {
    nullable: true,
    description:
      'Sort by a result of the last evaluation; takes precedence over `sort`. Queens without this result come last.',
  })
  sortByScore?: QueenScoreSort | null;
}
