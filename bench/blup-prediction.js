/**
 * Checks the statistics of `checkPrediction` on simulated populations with known variances. With the true variances,
 * the values must be unbiased and have a dispersion of 1. With genetic variances that are too large, the dispersion
 * must be below 1.
 *
 * `node bench/blup-prediction.js [queens] [populations]`
 */
import { beePopulation } from './bee-population.js';
import { testsOf } from './bee-tests.js';
import { beeModel, beePedigree, beeVariances, breedingValues } from '../dist/src/blup/index.js';
import { checkPrediction } from '../dist/src/features/breeding-values/runs/check-prediction.js';

const [queens = 2000, populations = 50] = process.argv.slice(2).map(Number);
const YEARS = 8;
const TRUE = { worker: 50, queen: 30, covariance: -15, residual: 60 };
const scaled = (factor) => ({
  ...TRUE,
  worker: factor * TRUE.worker,
  queen: factor * TRUE.queen,
  covariance: factor * TRUE.covariance,
});

function predict(n, parameters) {
  const population = beePopulation('stations', queens, { years: YEARS, seed: n + 1 });
  const nodes = beePedigree(population);
  const tests = testsOf(population, nodes, { years: YEARS, parameters: TRUE, seed: 1000 + n });
  const perYear = Math.ceil(queens / YEARS);
  const records = { ...tests, year: tests.queen.map((queen) => 2000 + Math.floor(queen / perYear)) };
  const modelOf = (some) => beeModel(nodes, some);
  const variances = beeVariances(parameters);
  return checkPrediction({
    ...{ seasons: 2, records, nodes, modelOf, variances, scaleSd: 1 },
    dams: Int32Array.from(population, ({ dam }) => dam ?? -1),
    geneticVariance: parameters.worker + 2 * parameters.covariance + parameters.queen,
    whole: breedingValues(modelOf(records), variances),
  });
}

for (const factor of [1, 2]) {
  const results = Array.from({ length: populations }, (_, n) => predict(n, scaled(factor)));
  console.log(
    `${populations} populations of ${queens} queens, genetic variances ${factor} times the true variances, ` +
      `${results[0].focalQueens} focal queens in the first population:`,
  );
  for (const name of ['biasInSd', 'dispersion', 'consistency', 'predictiveAbility']) {
    const values = results.map((each) => each[name]);
    const mean = values.reduce((sum, each) => sum + each, 0) / populations;
    const variance = values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (populations - 1);
    const error = Math.sqrt(variance / populations);
    console.log(`  ${name.padEnd(17)} mean ${mean.toFixed(4)}, standard error ${error.toFixed(4)}`);
  }
}
