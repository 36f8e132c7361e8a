import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TrendPoint } from '../charts/trend-chart.js';
import { ask, graphql, type ResultOf, type VariablesOf } from '../data/graphql.js';
import type { Trait } from '../i18n/terms.js';
import { RUN_FACTS } from './run-facts.js';
import type { ValuesSearch } from './values-search.js';
import { counts, readWeights } from './weights.js';

const TRENDS = graphql(
  `
    query Trends($of: EntityType!, $weights: TraitWeightsInput) {
      ebvTrends(entityType: $of, weights: $weights) {
        run {
          id
          source
          traits
          ...RunFacts
        }
        years {
          year
          queens
          index
          traits {
            trait
            n
            mean
          }
          inbreeding {
            queens
            inbred
            mean
          }
        }
      }
    }
  `,
  [RUN_FACTS],
);
export type Trends = ResultOf<typeof TRENDS>['ebvTrends'];
export type TrendYear = Trends['years'][number];

export function trendsQuery({ of, weights: weightsText }: ValuesSearch) {
  const weights = weightsText === undefined ? null : readWeights(weightsText);
  const variables: VariablesOf<typeof TRENDS> = {
    of: of ?? 'queen',
    weights: weights && counts(weights) ? weights : null,
  };
  return queryOptions({
    queryKey: ['trends', variables],
    queryFn: async ({ signal }) => (await ask(TRENDS, variables, signal)).ebvTrends,
    // While the trends for other weights are loading, the previous chart stays visible.
    placeholderData: keepPreviousData,
  });
}

/** Returns the points of the known birth years that have data. */
const drawn = (years: readonly TrendYear[], of: (year: TrendYear) => Omit<TrendPoint, 'year'> | null): TrendPoint[] =>
  years.flatMap((each) => {
    const { year } = each;
    const point = of(each);
    return year !== null && point && point.n > 0 ? [{ year, ...point }] : [];
  });

export const traitOf = (year: TrendYear, trait: Trait) => year.traits.find((each) => each.trait === trait);

export const traitPoints = (years: readonly TrendYear[], trait: Trait): TrendPoint[] =>
  drawn(years, (year) => traitOf(year, trait) ?? null);

export const indexPoints = (years: readonly TrendYear[]): TrendPoint[] =>
  drawn(years, ({ index, queens }) => ({ mean: index, n: queens }));

export const inbreedingPoints = (years: readonly TrendYear[]): TrendPoint[] =>
  drawn(years, ({ inbreeding }) => inbreeding && { mean: inbreeding.mean, n: inbreeding.queens });

const MIN_YEARS = 3;

/**
 * Returns the slope of the regression line through the means, weighted by the number of queens; null for too few years.
 */
export function changeAYear(points: readonly TrendPoint[]): number | null {
  const known = points.flatMap(({ year, mean, n }) => (mean === null ? [] : [{ year, mean, n }]));
  if (known.length < MIN_YEARS) return null;
  const sum = (of: (point: (typeof known)[number]) => number) =>
    known.reduce((so, point) => so + point.n * of(point), 0);
  const n = sum(() => 1);
  const [year, mean] = [sum((point) => point.year) / n, sum((point) => point.mean) / n];
  const spread = sum((point) => (point.year - year) ** 2);
  return sum((point) => (point.year - year) * (point.mean - mean)) / spread;
}
