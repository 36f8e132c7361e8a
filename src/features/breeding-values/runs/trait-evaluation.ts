import {
  beeModel,
  beeParameters,
  beeVariances,
  breedingValues,
  DEFAULT_PARAMETERS,
  estimateVariances,
  ModelError,
  normalizationOf,
  normalize,
  contributionsOf,
  parametersFrom,
  subWatch,
  WORKER_AND_QUEEN,
  type BeeParameters,
  type GeneticModel,
  type Model,
  type Normalization,
  type Contributions,
  type StandardErrors,
  type Structures,
  type Variances,
  type Watch,
  type PedigreeNodes,
} from '../../../blup/index.js';
import { checkPrediction, sumOfEffects } from './check-prediction.js';
import type { TraitReport } from './messages.js';
import { isOneEffect, type Method } from './run.checks.js';
import type { TraitRecords } from './trait-records.js';

/** Values of a trait, by node of the pedigree. */
export interface TraitValues {
  raw: Float64Array;
  normalized: Float64Array;
  reliability: Float64Array;
  /** Contributions to the normalized value of each queen. */
  pieces: Contributions;
}

export interface TraitTask {
  method: Method;
  /** Column of the trait. */
  trait: string;
  records: TraitRecords;
  nodes: PedigreeNodes;
  /** The pedigree of honey bees, also for the method `animal`. */
  bees: PedigreeNodes;
  /** Birth year of each queen; NaN if unknown. */
  birthYear: Float64Array;
  baseYears: number;
  /** Number of most recent seasons whose tests are left out, to check how well the values predict them; 0: no check. */
  validationSeasons: number;
  /** Index of each queen's dam; −1 if unknown. */
  dams: Int32Array;
  /** Requested variances, or `estimate`. Undefined for published variances. */
  requested: BeeParameters | 'estimate' | undefined;
  /** Cache of equation structures that the traits share. */
  structures: Structures;
  /** Filled in by the computation. */
  report: TraitReport;
  watch: Watch;
}

/** Progress at the end of a variance estimation. */
const ESTIMATION_SHARE = 0.7;

/**
 * Evaluates one trait with the model y = apiary × season + w[workers] + q[queen] + e. With the method `animal`, one
 * additive effect of the queen replaces w and q.
 * @throws {ModelError} with a message for the breeder, if the records are not sufficient
 */
export function evaluateTrait(task: TraitTask): TraitValues {
  const { method, records, nodes, birthYear, baseYears, requested, report, watch } = task;
  if (records.values.length === 0) throw new ModelError('no_records', 'No evaluation has a value of this trait.');
  const modelOf = (some: TraitRecords) => (method === 'animal' ? animalModel(nodes, some) : beeModel(nodes, some));
  const model = modelOf(records);
  const variances = variancesFor(task, model);
  const combination = method === 'animal' ? [1] : [...WORKER_AND_QUEEN];
  const from = requested === 'estimate' ? ESTIMATION_SHARE : 0;
  const found = breedingValues(model, variances, {
    combinations: [combination],
    cohort: birthYearByNode(nodes, birthYear),
    structures: task.structures,
    watch: subWatch(watch, from, 1),
  });
  const { genetic, reliabilities, method: used } = found;
  report.reliability = used.reliabilities === 'selected inversion' ? 'exact' : 'approximate';
  const [error] = used.errors ?? [];
  if (error) report.reliabilityError = error;
  const raw = Float64Array.from({ length: nodes.relationship.size }, (_, node) => sumOfEffects(genetic, node));
  const scale = normalizationOf(
    Float64Array.from(nodes.queenNode, (node) => raw[node] ?? NaN),
    birthYear,
    baseYears,
  );
  report.scale = scale;
  if (task.validationSeasons > 0) {
    report.prediction = checkPrediction({
      ...{ seasons: task.validationSeasons, records, nodes, dams: task.dams, modelOf, variances },
      geneticVariance: variances.genetic.flat().reduce((sum, each) => sum + each, 0),
      scaleSd: scale.sd,
      whole: found,
    });
  }
  const individuals = { node: nodes.queenNode, group: nodes.workerNode };
  return {
    raw,
    normalized: normalize(raw, scale),
    reliability: reliabilities[0]!.reliability,
    pieces: normalizedPieces(contributionsOf(model, variances, found, combination, individuals), scale),
  };
}

/** Returns the birth year at the nodes of each queen and her worker group; NaN for other nodes and unknown years. */
function birthYearByNode(
  { relationship, queenNode, workerNode }: PedigreeNodes,
  birthYear: Float64Array,
): Float64Array {
  const years = new Float64Array(relationship.size).fill(NaN);
  const set = (year: number, node = -1) => {
    if (node >= 0) years[node] = year;
  };
  birthYear.forEach((year, queen) => {
    set(year, queenNode[queen]);
    set(year, workerNode[queen]);
  });
  return years;
}

/** Converts the parent average to the normalized scale, and the other contributions to differences on this scale. */
function normalizedPieces({ parents, family, records, offspring }: Contributions, scale: Normalization): Contributions {
  const points = (piece: Float64Array) => normalize(piece, { mean: 0, sd: scale.sd }).map((value) => value - 100);
  return {
    parents: normalize(parents, scale),
    family: points(family),
    records: points(records),
    offspring: points(offspring),
  };
}

/** Returns the requested, published or estimated variances of the trait, and stores them in the report. */
function variancesFor(
  { method, trait, requested, report, structures, watch, records, bees }: TraitTask,
  model: Model,
): Variances {
  const toVariances = (parameters: BeeParameters): Variances =>
    method === 'animal' ? animalVariances(parameters, records, bees) : beeVariances(parameters);
  if (requested !== 'estimate') {
    if (requested) report.parameters = requested;
    else Object.assign(report, published(trait));
    return toVariances(report.parameters as BeeParameters);
  }
  const estimates = estimateVariances(model, { structures, watch: subWatch(watch, 0, ESTIMATION_SHARE) });
  const { variances, standardErrors, logLikelihood, iterations, converged, atBoundary } = estimates;
  const toParameters = (each: Variances) =>
    method === 'animal'
      ? { worker: each.genetic[0]![0]!, queen: 0, covariance: 0, residual: each.residual }
      : beeParameters(each);
  report.parameters = toParameters(variances);
  report.estimation = {
    iterations,
    converged,
    atBoundary,
    logLikelihood,
    ...(standardErrors && { standardErrors: errorsOf(standardErrors) }),
  };
  return variances;
}

/** Returns the standard errors of the parameters. Some are null in a model with only one effect, or at the boundary. */
function errorsOf({ genetic, residual }: StandardErrors): Record<keyof BeeParameters, number | null> {
  return {
    worker: genetic[0]?.[0] ?? null,
    queen: genetic[1]?.[1] ?? null,
    covariance: genetic[1]?.[0] ?? null,
    residual,
  };
}

function published(trait: string): Required<Pick<TraitReport, 'parameters' | 'source'>> {
  const found = DEFAULT_PARAMETERS.find((each) => each.trait === trait);
  if (!found)
    throw new ModelError(
      'invalid_variances',
      'There are no published variances for this trait: set variances, or use "estimate".',
    );
  return { parameters: parametersFrom(found), source: found.source };
}

function animalModel(
  { relationship, queenNode }: PedigreeNodes,
  { values, queen, group, groups }: TraitRecords,
): GeneticModel {
  return {
    values,
    fixed: [{ name: 'apiary × season', level: group, levels: groups }],
    genetic: { relationship, effects: [{ name: 'animal', node: queen.map((each) => queenNode[each] ?? -1) }] },
  };
}

/**
 * Converts the variances of the worker and queen effects to the variance of a single effect that results in the same
 * phenotypic variance of a colony: σ²a = Ā_WW·G_ww + 2·Ā_Wq·G_wq + Ā_qq·G_qq. The Ā are relationships of the worker
 * group W and the queen q, averaged over all tests. If there is only one effect, its variance is returned unchanged.
 */
function animalVariances(parameters: BeeParameters, { queen: tested }: TraitRecords, bees: PedigreeNodes): Variances {
  const { worker, queen, covariance, residual } = parameters;
  if (isOneEffect(parameters)) return { genetic: [[worker]], residual };
  const { diagonal, inbreeding } = bees.relationship;
  const mean = (values: Float64Array, nodes: Int32Array) =>
    tested.reduce((sum, place) => sum + (values[nodes[place] ?? -1] ?? NaN), 0) / tested.length;
  const ofWorkers = mean(diagonal, bees.workerNode);
  const ofQueens = mean(diagonal, bees.queenNode);
  // W has half of its genes from q and half from her mates s: A_Wq = ½·A_qq + ½·A_sq, where ½·A_sq = F of W.
  const between = ofQueens / 2 + mean(inbreeding, bees.workerNode);
  return { genetic: [[ofWorkers * worker + 2 * between * covariance + ofQueens * queen]], residual };
}
