import { graphql, type ResultOf } from '../data/graphql.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import { RUN_FACTS } from '../values/run-facts.js';
import { WEIGHTS } from '../values/weights.js';

/** The living F0 queens with the highest indices, and the run of their values. */
export const BEST = graphql(`
  query BestQueens($first: Int!, $weights: TraitWeightsInput) {
    ebvRanking(first: $first, weights: $weights, filter: { generation: F0, living: true }) {
      run {
        id
        source
      }
      nodes {
        queenId
      }
    }
  }
`);

export const PLAN = graphql(
  `
    query Plan($input: MatingPlanInput!) {
      planMatings(input: $input) {
        run {
          id
          traits
          ...RunFacts
        }
        weights {
          ...Weights
        }
        matings {
          queenId
          droneMotherId
          basis
          inbreeding
          index
          daughter {
            inbreeding
            index
            byTrait
          }
          herself {
            inbreeding
            index
            byTrait
          }
        }
      }
    }
  `,
  [RUN_FACTS, WEIGHTS],
);
export type Plan = ResultOf<typeof PLAN>['planMatings'];

export const PARENTS = graphql(
  `
    query Parents($ids: [ID!], $history: Boolean!) {
      queens(first: 100, filter: { ids: $ids }) {
        nodes {
          ...NamedQueen
          id
          name
          externalId
          status
          motherId
          ebv(history: $history) {
            runId
            trait
            entityType
            normalized
            reliability
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);
/** A queen to be mated, or a drone mother. */
export type Parent = ResultOf<typeof PARENTS>['queens']['nodes'][number];
