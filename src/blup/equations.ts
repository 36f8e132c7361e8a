import { constraintsOf, fixedColumns, type Constraint } from './fixed-effects.js';
import { checkModel, checkVariances, type Model, type Variances } from './model.js';
import { ModelError } from './model-error.js';
import { addInverse, NO_NODES, withMinVariance, type Relationship } from './relationship.js';
import { invertSmall } from './small-matrix.js';
import { SymmetricBuilder, type SymmetricMatrix } from './sparse/symmetric.js';

/**
 * The unknowns of a model and the matrix W = [X U Z] of their coefficients, without the constrained columns of X. The
 * unknowns are the fixed effects, then the random effects, then the genetic effects node by node.
 */
export interface Design {
  readonly model: Model;
  readonly records: number;
  readonly unknowns: number;
  /** Maximum number of unknowns of a record. */
  readonly width: number;
  /** records × width: index of the unknown; −1 for none. */
  readonly index: Int32Array;
  /** records × width: coefficient of the unknown. */
  readonly coefficient: Float64Array;
  readonly weights: Float64Array;
  /** Rank of X. */
  readonly rank: number;
  /** Index of the unknown for each column of X; −1 if constrained to zero. */
  readonly fixedUnknown: Int32Array;
  readonly constraints: readonly Constraint[];
  /** First unknown of each random effect, and of the genetic effects. */
  readonly randomStart: Int32Array;
  readonly geneticStart: number;
  readonly effects: number;
  /** `NO_NODES` if there are no genetic effects. */
  readonly relationship: Relationship;
  /** The unit of each unknown. The effects of one node form one unit. */
  readonly unitOf: Int32Array;
}

/** @throws ModelError if the model is invalid */
export function designOf(model: Model): Design {
  checkModel(model);
  const { values, fixed, random = [], genetic } = model;
  const records = values.length;
  const starts = fixedColumns(fixed);
  const { dependent, constraints } = constraintsOf(model);
  let unknowns = 0;
  const fixedUnknown = Int32Array.from(dependent, (out) => (out ? -1 : unknowns++));
  const rank = unknowns;
  const randomStart = Int32Array.from([...random.map(({ levels }) => (unknowns += levels) - levels), unknowns]);
  const geneticStart = unknowns;
  const effects = genetic?.effects.length ?? 0;
  const relationship = genetic && effects > 0 ? withMinVariance(genetic.relationship) : NO_NODES;
  unknowns += effects * relationship.size;
  const width = fixed.length + random.length + effects;
  const index = new Int32Array(records * width);
  const coefficient = new Float64Array(records * width).fill(1);
  for (let r = 0; r < records; r += 1) {
    let at = r * width;
    fixed.forEach((effect, f) => {
      const covariate = 'covariate' in effect;
      if (covariate) coefficient[at] = effect.covariate[r];
      index[at++] = fixedUnknown[starts[f] + (covariate ? 0 : effect.level[r])];
    });
    random.forEach(({ level }, j) => {
      index[at++] = level[r] < 0 ? -1 : randomStart[j] + level[r];
    });
    genetic?.effects.forEach(({ node }, i) => {
      index[at++] = node[r] < 0 ? -1 : geneticStart + node[r] * effects + i;
    });
  }
  const unitOf = Int32Array.from({ length: unknowns }, (_, i) =>
    i < geneticStart ? i : geneticStart + Math.floor((i - geneticStart) / effects),
  );
  const weights = model.weights ?? new Float64Array(records).fill(1);
  return {
    model,
    records,
    unknowns,
    width,
    index,
    coefficient,
    weights,
    rank,
    fixedUnknown,
    constraints,
    randomStart,
    geneticStart,
    effects,
    relationship,
    unitOf,
  };
}

/** Inverses of the variances in the equations. */
export interface Precision {
  readonly residual: number;
  readonly random: readonly number[];
  /** G0⁻¹, row by row. */
  readonly genetic: Float64Array;
  /** log|G0|. */
  readonly logDeterminant: number;
}

/** @throws ModelError `invalid_variances` */
export function precisionOf(model: Model, variances: Variances): Precision {
  checkVariances(model, variances);
  const inverse = invertSmall(variances.genetic);
  if (!inverse) throw new ModelError('invalid_variances', 'The genetic covariance matrix is singular.');
  return {
    residual: 1 / variances.residual,
    random: (variances.random ?? []).map((variance) => 1 / variance),
    genetic: Float64Array.from(inverse.inverse.flat()),
    logDeterminant: inverse.logDeterminant,
  };
}

/**
 * Returns the lower triangle of C in the mixed-model equations C·x = W′R⁻¹y, where C = W′R⁻¹W + diag(0, I/σ²_j, A⁻¹ ⊗
 * G0⁻¹) and R = var(e) [Henderson 1950, 1984]. The pattern of nonzero entries does not depend on the variances.
 */
export function assemble(design: Design, precision: Precision): SymmetricMatrix {
  const { records, unknowns, width, index, coefficient, weights, randomStart, geneticStart, effects, relationship } =
    design;
  const expected = unknowns + (records * width * (width + 1)) / 2 + relationship.size * 6 * effects * effects;
  const builder = new SymmetricBuilder(unknowns, expected);
  for (let i = 0; i < design.rank; i += 1) builder.add(i, i, 0);
  for (let r = 0; r < records; r += 1) {
    const scale = weights[r] * precision.residual;
    const end = (r + 1) * width;
    for (let a = r * width; a < end; a += 1) {
      if (index[a] < 0) continue;
      for (let b = r * width; b <= a; b += 1) {
        if (index[b] >= 0) builder.add(index[a], index[b], scale * coefficient[a] * coefficient[b]);
      }
    }
  }
  precision.random.forEach((inverse, j) => {
    for (let i = randomStart[j]; i < randomStart[j + 1]; i += 1) builder.add(i, i, inverse);
  });
  if (effects === 0) return builder.build();
  const g = precision.genetic;
  addInverse(relationship, (row, column, value) => {
    if (row < column) return;
    for (let i = 0; i < effects; i += 1) {
      const end = row === column ? i + 1 : effects;
      for (let j = 0; j < end; j += 1) {
        const scaled = value * g[i * effects + j];
        builder.add(geneticStart + row * effects + i, geneticStart + column * effects + j, scaled);
      }
    }
  });
  return builder.build();
}

/** Returns W′R⁻¹·v. If v contains the values of the model, this is the right-hand side of the equations. */
export function rightHandSide(design: Design, precision: Precision, v: Float64Array): Float64Array {
  const { records, width, index, coefficient, weights, unknowns } = design;
  const side = new Float64Array(unknowns);
  for (let r = 0; r < records; r += 1) {
    const scaled = v[r] * weights[r] * precision.residual;
    for (let a = r * width; a < (r + 1) * width; a += 1) if (index[a] >= 0) side[index[a]] += coefficient[a] * scaled;
  }
  return side;
}

/** Returns W·x, the fitted value of each record. */
export function fitted({ records, width, index, coefficient }: Design, x: Float64Array): Float64Array {
  const values = new Float64Array(records);
  for (let r = 0; r < records; r += 1) {
    let sum = 0;
    for (let a = r * width; a < (r + 1) * width; a += 1) if (index[a] >= 0) sum += coefficient[a] * x[index[a]];
    values[r] = sum;
  }
  return values;
}
