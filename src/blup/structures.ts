import { assemble, type Design, type Precision } from './equations.js';
import type { System } from './solutions.js';
import { analyse, type Symbolic } from './sparse/symbolic.js';

/** Limits of a factorization, checked after the symbolic analysis. */
export interface Limits {
  /** Maximum number of entries of the factor, 8 bytes each. */
  readonly entries: number;
  /** Maximum number of multiply-add operations of one factorization; the selected inverse takes twice as many. */
  readonly work: number;
}

/** Maximum number of entries of a factor. These entries need 512 MB. */
const MAX_FACTOR_ENTRIES = 64e6;
/** With this number of operations, factorization and selected inverse take one to two minutes on one core. */
const MAX_FACTOR_WORK = 6e10;

/** Limits for exact reliabilities. */
export const DEFAULT_LIMITS: Limits = { entries: MAX_FACTOR_ENTRIES, work: MAX_FACTOR_WORK };

/**
 * Work of one iteration of a variance estimation, in units of one factorization. This work includes the selected
 * inverse and the factorizations of candidate steps.
 */
const FACTORS_PER_ITERATION = 4;
const EXPECTED_ITERATIONS = 15;
const OPERATIONS_PER_HOUR = 5e12;
/** Maximum duration of the estimation for one trait, on one core: a quarter of an hour. */
const MAX_ESTIMATION_HOURS = 0.25;

/** Returns the estimated hours of a variance estimation. */
export const estimationHours = (work: number): number =>
  (work * FACTORS_PER_ITERATION * EXPECTED_ITERATIONS) / OPERATIONS_PER_HOUR;

/** Limits for a variance estimation. */
export const ESTIMATION_LIMITS: Limits = {
  entries: MAX_FACTOR_ENTRIES,
  work: (MAX_ESTIMATION_HOURS * OPERATIONS_PER_HOUR) / (FACTORS_PER_ITERATION * EXPECTED_ITERATIONS),
};

/**
 * The factor of a model is assumed to exceed the limits, without an analysis, in the following case: the factor of the
 * last model with the same pedigree was more than `FAR_BEYOND_RATIO` times a limit, and the model has more than
 * `MIN_RECORD_SHARE` of the records of the last model.
 */
const FAR_BEYOND_RATIO = 4;
const MIN_RECORD_SHARE = 0.5;

interface Analysed {
  readonly design: Design;
  readonly symbolic: Symbolic;
}

/**
 * Caches the last symbolic factorization. Most traits of a run have the same tests, so these traits can share the
 * factorization. Its symbolic analysis takes as long as the solution of the equations.
 */
export class Structures {
  private last: Analysed | undefined;

  /** Returns the equations and the structure of their factor; undefined if the factor exceeds the limits. */
  within(limits: Limits, design: Design, precision: Precision): System | undefined {
    // No analysis is needed here, because the diagonal of the factor alone has one entry for each unknown.
    if (design.unknowns > limits.entries) return undefined;
    if (this.last && !isSame(this.last.design, design) && isFarBeyond(this.last, design, limits)) return undefined;
    const symbolic = this.symbolicOf(design, precision);
    if (symbolic.entries > limits.entries || symbolic.work > limits.work) return undefined;
    return { matrix: assemble(design, precision), symbolic };
  }

  symbolicOf(design: Design, precision: Precision): Symbolic {
    if (!this.last || !isSame(this.last.design, design)) {
      this.last = { design, symbolic: analyse(assemble(design, precision), design.unitOf) };
    }
    return this.last.symbolic;
  }
}

/** Whether the equations of two designs have the same pattern of nonzero elements. */
function isSame(one: Design, other: Design): boolean {
  return (
    one.model.genetic?.relationship === other.model.genetic?.relationship &&
    one.unknowns === other.unknowns &&
    one.width === other.width &&
    one.records === other.records &&
    one.index.every((unknown, at) => unknown === other.index[at])
  );
}

function isFarBeyond({ design, symbolic }: Analysed, other: Design, limits: Limits): boolean {
  const isOfSamePedigree = design.model.genetic?.relationship === other.model.genetic?.relationship;
  const beyond = Math.max(symbolic.entries / limits.entries, symbolic.work / limits.work);
  return isOfSamePedigree && beyond > FAR_BEYOND_RATIO && other.records > MIN_RECORD_SHARE * design.records;
}
