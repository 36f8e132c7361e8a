export { addInverse, logDeterminant, type Relationship } from './relationship.js';
export { PedigreeError, type Id, type PedigreeFault } from './pedigree-error.js';
export { ancestryOf, inbreedingOf } from './bee-ancestry.js';
export { Relationships } from './relationships.js';
export { plannedInbreeding, plannedValues, type DroneUse, type PlannedMatings } from './planned-matings.js';
export { diploidPedigree, type Animal, type DiploidPedigree } from './diploid-pedigree.js';
export { defaultDroneNumbers, type BeeMating } from './bee-mating.js';
export type { BeeQueen } from './bee-records.js';
export { BeeNode } from './bee-nodes.js';
export { beePedigree, type BeePedigree } from './bee-pedigree.js';
export {
  beeModel,
  beeParameters,
  beeVariances,
  WORKER_AND_QUEEN,
  type BeeParameters,
  type BeeRecords,
  type PedigreeNodes,
} from './bee-model.js';
export { breedingValues, type BreedingValueOptions, type BreedingValues } from './breeding-values.js';
export { DEFAULT_LIMITS, Structures, type Limits } from './structures.js';
export type { ReliabilityError } from './approximation/calibration.js';
export { weakGroups, type WeakGroup } from './connectedness.js';
export { DEFAULT_PARAMETERS, parametersFrom, type TraitParameters } from './default-parameters.js';
export type { Constraint } from './fixed-effects.js';
export type { FixedEffect, GeneticEffect, GeneticModel, Model, RandomEffect, Variances } from './model.js';
export { ModelError, type ModelErrorCode } from './model-error.js';
export { predictionOf, type Prediction, type PredictionData } from './prediction.js';
export { contributionsOf, type Individuals, type Contributions } from './contributions.js';
export { normalizationOf, normalize, type Normalization } from './normalization.js';
export type { Combination, Reliability } from './reliability.js';
export { estimateVariances, logLikelihood, type RemlOptions, type VarianceEstimates } from './reml.js';
export type { StandardErrors } from './reml-errors.js';
export type { Solutions } from './solutions.js';
export { subWatch, type Watch } from './watch.js';
