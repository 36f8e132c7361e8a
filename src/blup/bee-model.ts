import type { BeePedigree } from './bee-pedigree.js';
import type { GeneticModel, Variances } from './model.js';
import { ModelError } from './model-error.js';

/** Performance tests of one trait, with one array element for each test. */
export interface BeeRecords {
  /** Index of the queen in the pedigree. */
  readonly queen: Int32Array;
  /** Contemporary group (apiary × season), 0 … groups − 1. */
  readonly group: Int32Array;
  readonly groups: number;
  readonly values: Float64Array;
  readonly weights?: Float64Array;
}

/** Variances of a trait in squared units, for unrelated and non-inbred bees. */
export interface BeeParameters {
  /** Variance of the worker effect. */
  readonly worker: number;
  /** Variance of the queen effect. */
  readonly queen: number;
  /** Covariance of the worker effect and the queen effect. */
  readonly covariance: number;
  readonly residual: number;
}

/** The parts of a pedigree that a model uses. */
export type PedigreeNodes = Pick<BeePedigree, 'relationship' | 'queenNode' | 'workerNode' | 'ids'>;

/** Coefficients of the worker effect ŵ and the queen effect q̂ in the breeding value ŵ + q̂. */
export const WORKER_AND_QUEEN = [1, 1] as const;

/**
 * Returns the model with worker effects w and queen effects q: y = apiary × season + w[W(queen)] + q[queen] + e, var(w,
 * q) = G0 ⊗ A [Bienefeld, Ehrhardt & Reinhardt 2007, Apidologie 38:77; Brascamp & Bijma 2014, GSE 46:53].
 *
 * @throws ModelError `invalid_data` if a tested queen has no worker group in the pedigree
 */
export function beeModel(
  { relationship, queenNode, workerNode, ids }: PedigreeNodes,
  records: BeeRecords,
): GeneticModel {
  const workers = records.queen.map((queen) => workerNode[queen] ?? -1);
  const missing = workers.findIndex((node) => node < 0);
  if (missing >= 0) {
    const queen = records.queen[missing];
    throw new ModelError(
      'invalid_data',
      `test ${missing} belongs to queen ${ids[queen] ?? queen}, who has no colony in the pedigree`,
    );
  }
  return {
    values: records.values,
    ...(records.weights && { weights: records.weights }),
    fixed: [{ name: 'apiary × season', level: records.group, levels: records.groups }],
    genetic: {
      relationship,
      effects: [
        { name: 'worker', node: workers },
        { name: 'queen', node: records.queen.map((queen) => queenNode[queen]) },
      ],
    },
  };
}

/** Variances of a bee model from its parameters. */
export function beeVariances({ worker, queen, covariance, residual }: BeeParameters): Variances {
  return {
    genetic: [
      [worker, covariance],
      [covariance, queen],
    ],
    residual,
  };
}

/** Parameters from estimated variances of a bee model. */
export function beeParameters({ genetic, residual }: Variances): BeeParameters {
  return { worker: genetic[0][0], queen: genetic[1][1], covariance: genetic[1][0], residual };
}
