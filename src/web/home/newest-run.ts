import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { TRAITS } from '../i18n/terms.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import { RUN_FACTS } from '../values/run-facts.js';
import { WEIGHTS, type Weights } from '../values/weights.js';

const BEST = graphql(
  `
    query RunAtHome {
      ebvRuns(first: 1) {
        nodes {
          id
          status
        }
      }
      ebvRanking(first: 10) {
        weights {
          ...Weights
        }
        run {
          id
          ...RunFacts
          moreWarnings
          warnings {
            year
            apiaryId
          }
        }
        nodes {
          rank
          index
          reliability
          queenId
          queen {
            ...NamedQueen
            ebv(history: true) {
              trait
              entityType
              normalized
              runId
            }
          }
        }
      }
    }
  `,
  [NAMED_QUEEN, RUN_FACTS, WEIGHTS],
);
type Best = ResultOf<typeof BEST>;
type Ranked = NonNullable<Best['ebvRanking']>['nodes'][number];

/** The newest completed run with its best queens, and the state of the newest run. */
export const bestQuery = queryOptions({
  queryKey: ['values', 'home'],
  queryFn: ({ signal }) => ask(BEST, {}, signal),
});

/** The index of her values in one run; null without values of weighted traits. */
function indexIn(values: NonNullable<NonNullable<Ranked['queen']>['ebv']>, runId: string, weights: Weights) {
  const own = values.filter((value) => value.runId === runId && value.entityType === 'queen');
  let [sum, total] = [0, 0];
  for (const trait of TRAITS) {
    const value = own.find((each) => each.trait === trait);
    if (!value || weights[trait] === 0) continue;
    sum += weights[trait] * (value.normalized - 100);
    total += Math.abs(weights[trait]);
  }
  return total === 0 ? null : 100 + sum / total;
}

/** The change of a queen's index since the previous run that has values of her; null if there is none. */
export function changeOf({ index, queen }: Ranked, runId: string, weights: Weights): number | null {
  const values = queen?.ebv ?? [];
  const previous = values.find((value) => value.runId !== runId && value.entityType === 'queen')?.runId;
  const before = previous === undefined ? null : indexIn(values, previous, weights);
  return before === null ? null : index - before;
}
