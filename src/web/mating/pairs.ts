import { TRAITS, type Trait } from '../i18n/terms.js';
import type { Parent, Plan } from './mating-data.js';
import type { PairOrder } from './mating-search.js';

export interface ExpectedValue {
  raw: number;
  normalized: number;
}

export interface Offspring {
  inbreeding: number;
  index: number | null;
  values: Partial<Record<Trait, ExpectedValue>>;
}

/** A queen and a drone mother, with the expected values of their offspring. */
export interface Pair {
  key: string;
  queen: Parent;
  mate: Parent;
  /** The mother of the planned offspring: a daughter, if the queen is already mated, otherwise the queen herself. */
  basis: 'daughter' | 'queen';
  daughter: Offspring;
  herself: Offspring;
  /** The expected index of the planned offspring. */
  index: number | null;
  inbreeding: number;
  values: Offspring['values'];
  /** For each parent, the lowest reliability of the weighted traits. */
  reliability: { queen: number | null; mate: number | null };
  /** Rank among the pairs within the limit of inbreeding; null above the limit. */
  place: number | null;
}

export interface Value {
  normalized: number;
  reliability: number | null;
}

/** Returns a queen's value in a run; undefined if she has no such value. */
export function valueOf(parent: Parent, runId: string, trait: Trait): Value | undefined {
  return parent.ebv?.find((value) => value.runId === runId && value.trait === trait && value.entityType === 'queen');
}

/** Returns the lowest reliability of the weighted traits; null if one is unknown. */
function reliabilityOf(parent: Parent, runId: string | undefined, counting: readonly Trait[]): number | null {
  if (runId === undefined || counting.length === 0) return null;
  const found = counting.map((trait) => valueOf(parent, runId, trait)?.reliability ?? null);
  return found.every((one) => one !== null) ? Math.min(...found) : null;
}

const offspring = ({ inbreeding, index, byTrait }: Plan['matings'][number]['herself']): Offspring => ({
  inbreeding,
  index,
  values: byTrait as Offspring['values'],
});

/** Returns the traits in the index of a plan. */
export const countingTraits = ({ run, weights }: Plan): Trait[] =>
  TRAITS.filter((trait) => run?.traits.includes(trait) && weights[trait] !== 0);

/** Returns the pairs of a plan, best pairs first. */
export function pairsOf(plan: Plan, parents: ReadonlyMap<string, Parent>): Pair[] {
  const counting = countingTraits(plan);
  return plan.matings.flatMap((mating) => {
    const [queen, mate] = [parents.get(mating.queenId), parents.get(mating.droneMotherId)];
    if (!queen || !mate) return [];
    const [daughter, herself] = [offspring(mating.daughter), offspring(mating.herself)];
    const { basis, index, inbreeding } = mating;
    return {
      key: `${queen.id} ${mate.id}`,
      queen,
      mate,
      basis,
      daughter,
      herself,
      index,
      inbreeding,
      values: (basis === 'daughter' ? daughter : herself).values,
      reliability: {
        queen: reliabilityOf(queen, plan.run?.id, counting),
        mate: reliabilityOf(mate, plan.run?.id, counting),
      },
      place: null,
    };
  });
}

const least = ({ reliability: { queen, mate } }: Pair): number => Math.min(queen ?? -1, mate ?? -1);

const ORDERS: Record<PairOrder, (one: Pair, other: Pair) => number> = {
  inbreeding: (one, other) => one.inbreeding - other.inbreeding,
  reliability: (one, other) => least(other) - least(one),
};

/**
 * Splits the pairs by a limit of inbreeding, and ranks the pairs within the limit by index.
 * @param ceiling limit of inbreeding as a fraction; absent for no limit
 */
export function splitByLimit(
  pairs: readonly Pair[],
  ceiling = Infinity,
  sort?: PairOrder,
): { within: Pair[]; over: Pair[] } {
  const within = pairs
    .filter(({ inbreeding }) => inbreeding <= ceiling)
    .map((pair, index) => ({ ...pair, place: index + 1 }));
  const over = pairs.filter(({ inbreeding }) => inbreeding > ceiling);
  return sort ? { within: within.sort(ORDERS[sort]), over: over.sort(ORDERS[sort]) } : { within, over };
}
