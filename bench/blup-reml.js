/**
 * Estimates the variances of simulated populations, and counts how often the nominal 95 % intervals, estimate ± 1.96
 * standard errors, contain the true values. `node bench/blup-reml.js [queens] [populations]`
 */
import { beePopulation } from './bee-population.js';
import { testsOf } from './bee-tests.js';
import { beeModel, beeParameters, beePedigree, estimateVariances } from '../dist/src/blup/index.js';

const [queens = 2000, populations = 200] = process.argv.slice(2).map(Number);
const YEARS = 8;
const TRUE = { worker: 50, queen: 30, covariance: -15, residual: 60 };

const found = Array.from({ length: populations }, (_, n) => {
  const records = beePopulation('stations', queens, { years: YEARS, seed: n + 1 });
  const pedigree = beePedigree(records);
  const data = testsOf(records, pedigree, { years: YEARS, parameters: TRUE, seed: 1000 + n });
  return estimateVariances(beeModel(pedigree, data));
});

const share = (list) => `${((100 * list.filter(Boolean).length) / list.length).toFixed(1)} % of ${list.length}`;
const iterations = found.map((each) => each.iterations);
const border = found.filter(({ atBoundary }) => atBoundary);
const most = (list) => list.reduce((a, b) => Math.max(a, b), 0);
console.log(
  `${populations} populations of ${queens} queens: converged ${share(found.map(({ converged }) => converged))}`,
);
console.log(
  `iterations: ${(iterations.reduce((a, b) => a + b) / populations).toFixed(1)} on average, ${most(iterations)} at most; ` +
    `at the border ${border.length}, ${most(border.map((each) => each.iterations))} at most`,
);
const all = [];
for (const part of Object.keys(TRUE)) {
  const estimates = found.map(({ variances, standardErrors }) => ({
    value: beeParameters(variances)[part],
    error: standardErrors && beeParameters(standardErrors)[part],
  }));
  const mean = estimates.reduce((sum, { value }) => sum + value, 0) / populations;
  const sd = Math.sqrt(estimates.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (populations - 1));
  const given = estimates.filter(({ error }) => error > 0);
  const covered = given.map(({ value, error }) => Math.abs(value - TRUE[part]) <= 1.96 * error);
  const error = given.reduce((sum, each) => sum + each.error, 0) / given.length;
  all.push(...covered);
  console.log(
    `${part.padEnd(10)} true ${TRUE[part]}, mean ${mean.toFixed(1)}, standard deviation ${sd.toFixed(1)}, mean standard error ${error.toFixed(1)}, intervals cover ${share(covered)}`,
  );
}
console.log(`all intervals cover ${share(all)}`);
