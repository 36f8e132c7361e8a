/**
 * Estimates the variances of simulated populations, and counts how often the nominal 95 % intervals (estimate ± 1.96
 * standard errors) contain the true values.
 *
 * `node bench/blup-reml.js [queens] [populations]`
 */
import { beePopulation } from './bee-population.js';
import { testsOf } from './bee-tests.js';
import { beeModel, beeParameters, beePedigree, estimateVariances } from '../dist/src/blup/index.js';

const [queens = 2000, populations = 200] = process.argv.slice(2).map(Number);
const YEARS = 8;
const TRUE = { worker: 50, queen: 30, covariance: -15, residual: 60 };

const results = Array.from({ length: populations }, (_, n) => {
  const records = beePopulation('stations', queens, { years: YEARS, seed: n + 1 });
  const pedigree = beePedigree(records);
  const data = testsOf(records, pedigree, { years: YEARS, parameters: TRUE, seed: 1000 + n });
  return estimateVariances(beeModel(pedigree, data));
});

const share = (list) => `${((100 * list.filter(Boolean).length) / list.length).toFixed(1)} % of ${list.length}`;
const iterations = results.map((each) => each.iterations);
const boundary = results.filter(({ atBoundary }) => atBoundary);
const maximum = (list) => list.reduce((a, b) => Math.max(a, b), 0);
console.log(
  `${populations} populations of ${queens} queens: converged ${share(results.map(({ converged }) => converged))}`,
);
console.log(
  `iterations: ${(iterations.reduce((a, b) => a + b) / populations).toFixed(1)} on average, at most ${maximum(iterations)}; ` +
    `populations at the boundary: ${boundary.length}, at most ${maximum(boundary.map((each) => each.iterations))} iterations`,
);
const all = [];
for (const part of Object.keys(TRUE)) {
  const estimates = results.map(({ variances, standardErrors }) => ({
    value: beeParameters(variances)[part],
    error: standardErrors && beeParameters(standardErrors)[part],
  }));
  const mean = estimates.reduce((sum, { value }) => sum + value, 0) / populations;
  const sd = Math.sqrt(estimates.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (populations - 1));
  const withError = estimates.filter(({ error }) => error > 0);
  const covered = withError.map(({ value, error }) => Math.abs(value - TRUE[part]) <= 1.96 * error);
  const error = withError.reduce((sum, each) => sum + each.error, 0) / withError.length;
  all.push(...covered);
  console.log(
    `${part.padEnd(10)} true ${TRUE[part]}, mean ${mean.toFixed(1)}, standard deviation ${sd.toFixed(1)}, mean standard error ${error.toFixed(1)}, true value in the interval ${share(covered)}`,
  );
}
console.log(`all components: true value in the interval ${share(all)}`);
