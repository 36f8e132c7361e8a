import {
  breedingValues,
  ModelError,
  predictionOf,
  type BreedingValues,
  type Model,
  type Variances,
  type PedigreeNodes,
} from '../../../blup/index.js';
import type { PredictionReport } from './messages.js';
import type { TraitRecords } from './trait-records.js';

/** Maximum number of queens in the plot, so that the report stays small. */
const MAX_PLOTTED_QUEENS = 100;

export interface PredictionTask {
  seasons: number;
  records: TraitRecords;
  nodes: PedigreeNodes;
  /** Index of each queen's dam; −1 if unknown. */
  dams: Int32Array;
  modelOf(records: TraitRecords): Model;
  variances: Variances;
  /** Variance of the breeding values of unrelated queens. */
  geneticVariance: number;
  /** Standard deviation that corresponds to 10 points of the normalized scale. */
  scaleSd: number;
  /** Breeding values from all tests. */
  whole: BreedingValues;
}

/**
 * Computes the values without the tests of the last seasons, and compares them with the values from all tests.
 * @returns undefined if no tests remain, or if the values cannot be computed from the remaining tests
 */
export function checkPrediction(task: PredictionTask): PredictionReport | undefined {
  const { seasons, records, nodes, variances, whole, dams } = task;
  const lastYear = records.year.reduce((latest, year) => Math.max(latest, year), -Infinity);
  const isHidden = (year = -Infinity) => year > lastYear - seasons;
  const part = solvePart(
    task.modelOf,
    select(records, (year) => !isHidden(year)),
    variances,
  );
  if (!part) return undefined;
  const queens = nodes.queenNode.length;
  const focal = new Uint8Array(queens);
  const sum = new Float64Array(queens);
  const count = new Float64Array(queens);
  records.queen.forEach((queen, test) => {
    if (!isHidden(records.year[test])) return;
    focal[queen] = 1;
    const dam = dams[queen] ?? -1;
    if (dam >= 0) focal[dam] = 1;
    sum[queen]! += records.values[test]! - whole.fixed[0]![records.group[test]!]!;
    count[queen]! += 1;
  });
  // NaN (0 / 0) for a queen without hidden tests.
  const observed = sum.map((each, queen) => each / (count[queen] ?? 0));
  const valuesOf = ({ genetic }: Pick<BreedingValues, 'genetic'>) =>
    Float64Array.from(nodes.queenNode, (node) => sumOfEffects(genetic, node));
  const expected = Float64Array.from(nodes.queenNode, (node, queen) =>
    colonyValue(part, node, nodes.workerNode[queen]),
  );
  const found = predictionOf({ focal, whole: valuesOf(whole), part: valuesOf(part), expected, observed });
  const { bias } = found;
  return {
    ...found,
    seasons,
    hiddenTests: count.reduce((total, each) => total + each, 0),
    biasInSd: bias === null ? null : bias / Math.sqrt(task.geneticVariance),
    biasInPoints: bias === null || !(task.scaleSd > 0) ? null : (bias / task.scaleSd) * 10,
    points: pointsOf(expected, observed),
  };
}

/** Returns the breeding value of a node, the sum of its effects. */
export const sumOfEffects = (genetic: BreedingValues['genetic'], node: number): number =>
  genetic.reduce((sum, effect) => sum + (effect[node] ?? NaN), 0);

/**
 * Returns the expected value of a colony: worker effect plus queen effect, or the single effect of the method `animal`.
 * With two effects, the value is NaN for a queen without a worker group.
 */
function colonyValue({ genetic }: Pick<BreedingValues, 'genetic'>, queenNode: number, workerNode = -1): number {
  const [first, ofQueen] = genetic;
  if (!ofQueen) return first?.[queenNode] ?? NaN;
  return (first?.[workerNode] ?? NaN) + (ofQueen[queenNode] ?? NaN);
}

function solvePart(
  modelOf: PredictionTask['modelOf'],
  records: TraitRecords,
  variances: Variances,
): BreedingValues | undefined {
  if (records.values.length === 0) return undefined;
  try {
    return breedingValues(modelOf(records), variances);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** Returns the tests of the selected years. Their contemporary groups are numbered again from 0. */
function select(records: TraitRecords, isSelected: (year?: number) => boolean): TraitRecords {
  const hasSelectedYear = (_: number, test: number) => isSelected(records.year[test]);
  const numbers = new Map<number, number>();
  const group = records.group.filter(hasSelectedYear).map((old) => {
    const number = numbers.get(old) ?? numbers.size;
    numbers.set(old, number);
    return number;
  });
  return {
    ...records,
    group,
    groups: numbers.size,
    queen: records.queen.filter(hasSelectedYear),
    year: records.year.filter(hasSelectedYear),
    values: records.values.filter(hasSelectedYear),
  };
}

/** Returns the points of the plot. The queens are sorted by expected value and chosen at equal intervals. */
function pointsOf(expected: Float64Array, observed: Float64Array): [number, number][] {
  const tested = [...observed.keys()]
    .filter((queen) => Number.isFinite(observed[queen]))
    .map((queen): [number, number] => [expected[queen] ?? NaN, observed[queen] ?? NaN])
    .filter(([expectation]) => Number.isFinite(expectation))
    .sort(([one], [other]) => one - other);
  const step = Math.max(1, tested.length / MAX_PLOTTED_QUEENS);
  const chosen = new Set(Array.from({ length: MAX_PLOTTED_QUEENS }, (_, at) => Math.floor(at * step)));
  const rounded = (value: number) => Number(value.toPrecision(6));
  return tested.filter((_, at) => chosen.has(at)).map(([one, other]) => [rounded(one), rounded(other)]);
}
