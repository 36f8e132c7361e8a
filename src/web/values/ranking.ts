import { ask, graphql, type ResultOf, type VariablesOf } from '../data/graphql.js';
import { TRAIT_SORTS, type Trait } from '../i18n/terms.js';
import { PAGE_SIZE, usePages, type ListPage, type Pages } from '../ui/pages.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import { RUN_FACTS } from './run-facts.js';
import type { RankingOrder, RankingSearch } from './values-search.js';
import { counts, readWeights } from './weights.js';

const RANKING = graphql(
  `
    query Ranking(
      $first: Int!
      $offset: Int!
      $of: EntityType!
      $weights: TraitWeightsInput
      $minReliability: Float
      $filter: QueenFilter
      $sort: [RankingSort!]
    ) {
      ebvRanking(
        first: $first
        offset: $offset
        entityType: $of
        weights: $weights
        minReliability: $minReliability
        filter: $filter
        sort: $sort
      ) {
        totalCount
        run {
          id
          source
          traits
          ...RunFacts
        }
        nodes {
          rank
          index
          reliability
          queen {
            id
            name
            ...NamedQueen
          }
          values {
            trait
            normalized
            reliability
          }
        }
      }
    }
  `,
  [NAMED_QUEEN, RUN_FACTS],
);

type Answer = NonNullable<ResultOf<typeof RANKING>['ebvRanking']>;
export type RankedQueen = Answer['nodes'][number];
/** Sort fields of the ranking. */
type Field = NonNullable<VariablesOf<typeof RANKING>['sort']>[number]['field'];

type Asked = Omit<VariablesOf<typeof RANKING>, 'first' | 'offset'>;

export interface RankingPage extends ListPage<RankedQueen> {
  /** Null if no run is completed. */
  run: Answer['run'];
}

export const FIELDS: Record<RankingOrder | 'index', Field> = {
  index: 'INDEX',
  reliability: 'RELIABILITY',
  ...TRAIT_SORTS,
};

/** The queens in the order of the address, in full length. */
export function useRanking(search: RankingSearch): Pages<RankedQueen, RankingPage> {
  const {
    of = 'queen',
    weights: given,
    minReliability,
    sort = 'index',
    direction = 'DESC',
    from,
    to,
    ...which
  } = search;
  const weights = given === undefined ? null : readWeights(given);
  const asked: Asked = {
    of,
    // Without weights there is no ranking, and the page says so; the run is still shown.
    weights: weights && counts(weights) ? weights : null,
    minReliability,
    sort: [{ field: FIELDS[sort], direction }],
    filter: { ...which, bornFrom: from?.toString(), bornTo: to?.toString() },
  };
  return usePages<RankedQueen, RankingPage>(['ranking', asked], async (offset, signal) => {
    const { ebvRanking } = await ask(RANKING, { first: PAGE_SIZE, offset, ...asked }, signal);
    const { totalCount, nodes, run } = ebvRanking!;
    return { total: totalCount, rows: nodes, run };
  });
}

export const valueOf = ({ values }: RankedQueen, trait: Trait) => values.find((value) => value.trait === trait);
