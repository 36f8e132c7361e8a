import { graphql, readFragment, type FragmentOf, type ResultOf } from '../data/graphql.js';
import { TRAITS, type Trait } from '../i18n/terms.js';
import { WEIGHTS, type Weights } from '../values/weights.js';

const VALUE = graphql(`
  fragment QueenValue on BreedingValue {
    trait
    entityType
    normalized
    raw
    reliability
    pieces {
      parentAverage
      family
      ownTest
      offspring
    }
    run {
      id
      source
      computedAt
      method
      baseYears
      traits
    }
  }
`);

export const VALUES = graphql(
  `
    query QueenValues($id: ID!) {
      queenEbv(queenId: $id, history: true) {
        ...QueenValue
      }
      indexWeights {
        weights {
          ...Weights
        }
      }
    }
  `,
  [VALUE, WEIGHTS],
);

export type Value = ResultOf<typeof VALUE>;
export type Run = NonNullable<Value['run']>;
/** Whether a value is that of the queen herself or of her workers. */
export type Kind = Value['entityType'];

export interface RunValues {
  run: Run;
  values: Partial<Record<Trait, Value>>;
}

/** Groups a queen's values of one kind by run, newest run first. */
export function byRun(found: readonly FragmentOf<typeof VALUE>[], kind: Kind): RunValues[] {
  const runs = new Map<string, RunValues>();
  for (const value of readFragment(VALUE, found)) {
    if (value.entityType !== kind || !value.run) continue;
    const { run, trait } = value;
    const known = runs.get(run.id) ?? { run, values: {} };
    known.values[trait] = value;
    runs.set(run.id, known);
  }
  return [...runs.values()];
}

export const kindsOf = (found: readonly FragmentOf<typeof VALUE>[]): Kind[] =>
  (['queen', 'worker'] as const).filter((kind) =>
    readFragment(VALUE, found).some((value) => value.entityType === kind),
  );

/** Returns the queen's values in a run, with the traits in the order that breeders use. */
export const valuesOf = ({ values }: RunValues): Value[] => TRAITS.flatMap((trait) => values[trait] ?? []);

/**
 * Computes a queen's index in a run as in the ranking: 100 + Σ w·(normalized − 100) / Σ|w| over the weighted traits of
 * the run. The reliability of the index is the lowest reliability of these traits.
 * @returns null if the queen lacks a value of one of these traits, or no trait has a weight
 */
export function indexOf(
  { run, values }: RunValues,
  weights: Weights,
): { value: number; reliability: number | null } | null {
  const counting = run.traits.filter((trait) => weights[trait] !== 0);
  const hers = counting.flatMap((trait) => values[trait] ?? []);
  if (counting.length === 0 || hers.length < counting.length) return null;
  const points = hers.reduce((sum, { trait, normalized }) => sum + weights[trait] * (normalized - 100), 0);
  const total = counting.reduce((sum, trait) => sum + Math.abs(weights[trait]), 0);
  const reliabilities = hers.flatMap(({ reliability }) => reliability ?? []);
  return {
    value: 100 + points / total,
    reliability: reliabilities.length < hers.length ? null : Math.min(...reliabilities),
  };
}
