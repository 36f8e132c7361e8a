import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { TRAITS, type Trait } from '../i18n/terms.js';
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
              run {
                source
              }
            }
          }
        }
      }
    }
  `,
  [NAMED_QUEEN, RUN_FACTS, WEIGHTS],
);
type Best = ResultOf<typeof BEST>;
type Ranked = Best['ebvRanking']['nodes'][number];

/** The newest completed run with its best queens, and the status of the newest run. */
export const bestQuery = queryOptions({
  queryKey: ['home', 'values'],
  queryFn: ({ signal }) => ask(BEST, {}, signal),
});

type Values = NonNullable<NonNullable<Ranked['queen']>['ebv']>;

/**
 * Returns the change of a queen's index since the previous run that has values of her; null without such a run. Both
 * indices contain only the traits with values in both runs. Compares only runs of the same source, because values of
 * another system have another base.
 */
export function changeOf({ queen }: Ranked, runId: string, weights: Weights): number | null {
  const all = (queen?.ebv ?? []).filter(({ entityType }) => entityType === 'queen');
  const now = all.filter((value) => value.runId === runId);
  const source = now[0]?.run?.source;
  const previous = all.find((value) => value.runId !== runId && value.run?.source === source)?.runId;
  const before = all.filter((value) => value.runId === previous);
  const valueOf = (values: Values, trait: Trait) => values.find((each) => each.trait === trait)?.normalized;
  let [sum, total] = [0, 0];
  for (const trait of TRAITS) {
    const [is, was] = [valueOf(now, trait), valueOf(before, trait)];
    if (is === undefined || was === undefined) continue;
    sum += weights[trait] * (is - was);
    total += Math.abs(weights[trait]);
  }
  return total === 0 ? null : sum / total;
}
