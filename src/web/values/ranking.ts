import { ask, graphql, type ResultOf, type VariablesOf } from '../data/graphql.js';
import { decimalMark } from '../i18n/decimal-mark.js';
import { TRAIT_SORTS, TRAITS, wordOf, type Trait } from '../i18n/traits.js';
import { PAGE_SIZE, pageQuery, type List, type ListPage } from '../ui/pages.js';
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

type Ranking = ResultOf<typeof RANKING>['ebvRanking'];
export type RankedQueen = Ranking['nodes'][number];
type Field = NonNullable<VariablesOf<typeof RANKING>['sort']>[number]['field'];

type RankingVariables = Omit<VariablesOf<typeof RANKING>, 'first' | 'offset'>;

export interface RankingPage extends ListPage<RankedQueen> {
  /** Null if no run is completed. */
  run: Ranking['run'];
}

export const FIELDS: Record<RankingOrder | 'index', Field> = {
  index: 'INDEX',
  reliability: 'RELIABILITY',
  ...TRAIT_SORTS,
};

/** Returns the list of ranked queens for search parameters. */
export function rankingList(search: RankingSearch): List<RankedQueen, RankingPage> {
  const {
    of = 'queen',
    weights: weightsText,
    minReliability,
    sort = 'index',
    direction = 'DESC',
    from,
    to,
    ...which
  } = search;
  const weights = weightsText === undefined ? null : readWeights(weightsText);
  const variables: RankingVariables = {
    of,
    // If all weights are 0, there is no ranking, and the page explains this. The request is still needed for the run.
    weights: weights && counts(weights) ? weights : null,
    minReliability,
    sort: [{ field: FIELDS[sort], direction }],
    filter: { ...which, bornFrom: from?.toString(), bornTo: to?.toString() },
  };
  return {
    key: ['ranking', variables],
    fetch: async (offset, signal) => {
      const { ebvRanking } = await ask(RANKING, { first: PAGE_SIZE, offset, ...variables }, signal);
      const { totalCount, nodes, run } = ebvRanking;
      return { total: totalCount, rows: nodes, run };
    },
  };
}

export const rankingQuery = (search: RankingSearch) => pageQuery(rankingList(search));

const REST_SORTS = {
  index: 'index',
  reliability: 'reliability_r2',
  ...Object.fromEntries(TRAITS.map((trait) => [trait, wordOf(trait)])),
} as Record<RankingOrder | 'index', string>;

export function rankingCsvAddress(search: RankingSearch): string {
  const { of, weights, minReliability, sort = 'index', direction, generation, race, status, from, to } = search;
  const usedWeights = weights === undefined ? null : readWeights(weights);
  const members = {
    entity_type: of,
    weights: usedWeights ? TRAITS.map((trait) => `${wordOf(trait)}:${usedWeights[trait]}`).join() : undefined,
    min_reliability: minReliability?.toString(),
    generation,
    race,
    life_status: status,
    born_from: from?.toString(),
    born_to: to?.toString(),
    sort: `${direction === 'ASC' ? '' : '-'}${REST_SORTS[sort]}`,
    decimal_sign: decimalMark() === ',' ? 'comma' : undefined,
  };
  const parameters = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/ebv/ranking.csv?${new URLSearchParams(parameters).toString()}`;
}

export const valueOf = ({ values }: RankedQueen, trait: Trait) => values.find((value) => value.trait === trait);
