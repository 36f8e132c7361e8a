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

/** Keeps the report small. */
const MAX_PLOTTED_QUEENS = 100;

export interface PredictionTask {
  seasons: number;
  records: TraitRecords;
  nodes: PedigreeNodes;
  /** Index of the dam, by queen; −1 if unknown. */
  dams: Int32Array;
  modelOf(records: TraitRecords): Model;
  variances: Variances;
  /** Variance of the breeding values of unrelated queens. */
  geneticVariance: number;
  /** Standard deviation that corresponds to 10 points of the normalized scale. */
  scaleSd: number;
  /** Solutions from all tests. */
  whole: BreedingValues;
}

/**
 * Computes the values again without the tests of the last seasons, and compares them with those from all tests.
 * @returns undefined if no test is left without those seasons, or if those left cannot be compared
 */
export function checkPrediction(task: PredictionTask): PredictionReport | undefined {
  const { seasons, records, nodes, variances, whole, dams } = task;
  const lastYear = records.year.reduce((latest, year) => Math.max(latest, year), -Infinity);
  const isHidden = (test: number) => records.year[test]! > lastYear - seasons;
  const part = solvePart(
    task.modelOf,
    select(records, (test) => !isHidden(test)),
    variances,
  );
  if (!part) return undefined;
  const queens = nodes.queenNode.length;
  const focal = new Uint8Array(queens);
  const sum = new Float64Array(queens);
  const count = new Float64Array(queens);
  records.queen.forEach((queen, test) => {
    if (!isHidden(test)) return;
    focal[queen] = 1;
    if (dams[queen]! >= 0) focal[dams[queen]!] = 1;
    sum[queen]! += records.values[test]! - whole.fixed[0]![records.group[test]!]!;
    count[queen]! += 1;
  });
  const observed = sum.map((each, queen) => (count[queen] === 0 ? NaN : each / count[queen]!));
  const valuesOf = ({ genetic }: Pick<BreedingValues, 'genetic'>) =>
    Float64Array.from(nodes.queenNode, (node) => sumOfEffects(genetic, node));
  const expected = Float64Array.from(nodes.queenNode, (node, queen) =>
    colonyValue(part, node, nodes.workerNode[queen]!),
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

/** The breeding value of a node: the sum of its effects. */
export const sumOfEffects = (genetic: BreedingValues['genetic'], node: number): number =>
  genetic.reduce((sum, effect) => sum + effect[node]!, 0);

/** Effects of the workers and of the queen; a plain animal has one effect. */
function colonyValue({ genetic }: Pick<BreedingValues, 'genetic'>, queenNode: number, workerNode: number): number {
  const [first, ofQueen] = genetic;
  if (!ofQueen) return first![queenNode]!;
  return workerNode < 0 ? NaN : first![workerNode]! + ofQueen[queenNode]!;
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

/** Some of the tests, with new numbers of their groups. */
function select(records: TraitRecords, isSelected: (test: number) => boolean): TraitRecords {
  const tests = [...records.queen.keys()].filter(isSelected);
  const numbers = new Map<number, number>();
  const group = Int32Array.from(tests, (test) => {
    const old = records.group[test]!;
    const number = numbers.get(old) ?? numbers.size;
    numbers.set(old, number);
    return number;
  });
  return {
    ...records,
    group,
    groups: numbers.size,
    queen: Int32Array.from(tests, (test) => records.queen[test]!),
    year: Int32Array.from(tests, (test) => records.year[test]!),
    values: Float64Array.from(tests, (test) => records.values[test]!),
  };
}

/** Evenly chosen from the lowest to the highest expected value. */
function pointsOf(expected: Float64Array, observed: Float64Array): [number, number][] {
  const tested = [...observed.keys()].filter((queen) => Number.isFinite(observed[queen]! + expected[queen]!));
  tested.sort((one, other) => expected[one]! - expected[other]!);
  const step = Math.max(1, tested.length / MAX_PLOTTED_QUEENS);
  const chosen = Array.from(
    { length: Math.min(tested.length, MAX_PLOTTED_QUEENS) },
    (_, at) => tested[Math.floor(at * step)]!,
  );
  const rounded = (value: number) => Number(value.toPrecision(6));
  return chosen.map((queen) => [rounded(expected[queen]!), rounded(observed[queen]!)]);
}
