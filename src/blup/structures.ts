import { assemble, type Design, type Precision } from './equations.js';
import type { System } from './solutions.js';
import { analyse, type Symbolic } from './sparse/symbolic.js';

/** Limits of a factorization, as the structure of the factor shows them before it is computed. */
export interface Limits {
  /** Maximum number of entries of the factor, 8 bytes each. */
  readonly entries: number;
  /** Maximum number of multiply-add operations of one factorization; the selected inverse takes twice as many. */
  readonly work: number;
}

/** 512 MB. */
const MAX_FACTOR_ENTRIES = 64e6;
/** With the selected inverse, some hundred seconds of one core. */
const MAX_FACTOR_WORK = 6e10;

/** Limits of exact reliabilities. */
export const DEFAULT_LIMITS: Limits = { entries: MAX_FACTOR_ENTRIES, work: MAX_FACTOR_WORK };

/** Factors of each iteration of a variance estimation: its own, the selected inverse, and steps that are tried. */
const FACTORS_PER_ITERATION = 4;
const EXPECTED_ITERATIONS = 15;
const OPERATIONS_PER_HOUR = 5e12;
/** A quarter of an hour of one core for each trait. */
const MAX_ESTIMATION_HOURS = 0.25;

/** Estimated time of a variance estimation, from the work of one factorization. */
export const estimationHours = (work: number): number =>
  (work * FACTORS_PER_ITERATION * EXPECTED_ITERATIONS) / OPERATIONS_PER_HOUR;

/** Limits of a variance estimation. */
export const ESTIMATION_LIMITS: Limits = {
  entries: MAX_FACTOR_ENTRIES,
  work: (MAX_ESTIMATION_HOURS * OPERATIONS_PER_HOUR) / (FACTORS_PER_ITERATION * EXPECTED_ITERATIONS),
};

/**
 * If a factor exceeds the limits by this ratio, so does that of other records of the same pedigree, unless they are much
 * fewer.
 */
const FAR_BEYOND = 4;
const MUCH_FEWER = 0.5;

interface Known {
  readonly design: Design;
  readonly symbolic: Symbolic;
}

/**
 * Structures of factors. The structure of the last model is kept: the traits of a run mostly have the same tests, and its
 * analysis takes as long as a solution.
 */
export class Structures {
  private last: Known | undefined;

  /** The equations with the structure of their factor; undefined if it exceeds the limits. */
  within(limits: Limits, design: Design, precision: Precision): System | undefined {
    // The diagonal alone has this number of entries.
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

/** Whether two designs have the same pattern. */
function isSame(one: Design, other: Design): boolean {
  return (
    one.model.genetic?.relationship === other.model.genetic?.relationship &&
    one.unknowns === other.unknowns &&
    one.width === other.width &&
    one.records === other.records &&
    one.index.every((unknown, at) => unknown === other.index[at])
  );
}

function isFarBeyond({ design, symbolic }: Known, other: Design, limits: Limits): boolean {
  const isOfSamePedigree = design.model.genetic?.relationship === other.model.genetic?.relationship;
  const beyond = Math.max(symbolic.entries / limits.entries, symbolic.work / limits.work);
  return isOfSamePedigree && beyond > FAR_BEYOND && other.records > MUCH_FEWER * design.records;
}
