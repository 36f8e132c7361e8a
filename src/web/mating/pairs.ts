import { TRAITS, type Trait } from '../i18n/terms.js';
import type { Parent, Plan } from './mating-data.js';
import type { PairOrder } from './mating-search.js';

export interface ExpectedValue {
  raw: number;
  normalized: number;
}

/** What is to be expected of offspring. */
export interface Offspring {
  inbreeding: number;
  index: number | null;
  values: Partial<Record<Trait, ExpectedValue>>;
}

/** A queen and a drone mother, both known, with what is to be expected of them. */
export interface Pair {
  key: string;
  queen: Parent;
  mate: Parent;
  /** Whose offspring the plan goes by: those of a daughter, as the queen is mated herself, or of herself. */
  basis: 'daughter' | 'queen';
  daughter: Offspring;
  herself: Offspring;
  /** Of the basis. */
  index: number | null;
  inbreeding: number;
  values: Offspring['values'];
  /** The lowest reliability, among the traits that count, of the queen and of the drone mother. */
  reliability: { queen: number | null; mate: number | null };
  /** Her place among those that are not too inbred; null for one that is. */
  place: number | null;
}

export interface Value {
  normalized: number;
  reliability: number | null;
}

/** The value of a queen herself in a run; nothing where it has none. */
export function valueOf(parent: Parent, runId: string, trait: Trait): Value | undefined {
  return parent.ebv?.find((value) => value.runId === runId && value.trait === trait && value.entityType === 'queen');
}

/** As reliable as the least reliable of the traits that count. */
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

/** The traits that make up the index of a plan. */
export const countingTraits = ({ run, weights }: Plan): Trait[] =>
  TRAITS.filter((trait) => run?.traits.includes(trait) && weights[trait] !== 0);

/** The pairs of a plan, the best first. */
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
 * Parts the pairs by a ceiling for inbreeding, and gives those below it their places by the index.
 * @param ceiling a fraction; any if absent
 */
export function partedBy(
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
