/**
 * Compares calibrated reliabilities with exact reliabilities, for every queen and worker group in closed populations.
 * Default: 100,000 queens; 5, 20 and 60 drone mothers per generation; 20 and 40 generations. Computes both kinds of
 * reliabilities for each population. A run of the service uses the exact reliabilities only if the factorization is
 * within the limits.
 *
 * `node bench/blup-narrow.js [queens] [drone mothers] [generations]`
 */
import { closedPopulation } from './bee-population.js';
import { randomFrom } from '../dist/src/blup/random.js';
import { beeModel, beePedigree, beeVariances, breedingValues, WORKER_AND_QUEEN } from '../dist/src/blup/index.js';

const GROUP_SIZE = 12;
const VARIANCES = beeVariances({ worker: 50, queen: 30, covariance: -15, residual: 60 });
const [queens = 100_000, ...numbers] = process.argv.slice(2).map(Number);
const cases =
  numbers.length === 2 ? [numbers] : [20, 40].flatMap((generations) => [5, 20, 60].map((n) => [n, generations]));

for (const [droneMothers, generations] of cases) {
  const records = closedPopulation(queens, { generations, droneMothers });
  const pedigree = beePedigree(records);
  const model = beeModel(pedigree, testsOf(records));
  const cohort = new Float64Array(pedigree.relationship.size).fill(NaN);
  records.forEach(({ year }, q) => {
    for (const nodes of [pedigree.queenNode, pedigree.workerNode]) if (nodes[q] >= 0) cohort[nodes[q]] = year;
  });
  const values = (limits) => {
    const start = process.cpuUsage();
    const result = breedingValues(model, VARIANCES, { combinations: [WORKER_AND_QUEEN], cohort, limits });
    const { user, system } = process.cpuUsage(start);
    return { method: result.method, reliability: result.reliabilities[0].reliability, seconds: (user + system) / 1e6 };
  };
  console.log(`${queens} queens, ${droneMothers} drone mothers per generation, ${generations} generations`);
  const asInRun = values();
  const isExact = asInRun.method.reliabilities === 'selected inversion';
  const exact = isExact ? asInRun : values({ entries: 2 ** 31, work: Infinity });
  console.log(`  exact: ${exact.seconds.toFixed(0)} s${isExact ? ' (used by runs)' : ''}`);
  const approximate = isExact ? values({ entries: 0, work: 0 }) : asInRun;
  const { sample, mean, largest } = approximate.method.errors[0];
  console.log(`  approximate: ${approximate.seconds.toFixed(0)} s${isExact ? '' : ' (used by runs)'}`);
  console.log(`    reported: sample ${sample}, mean error ${mean.toFixed(4)}, largest error ${largest.toFixed(3)}`);
  for (const [label, nodes] of [
    ['queens', pedigree.queenNode],
    ['workers', pedigree.workerNode],
  ]) {
    const years = Array.from({ length: generations }, () => []);
    records.forEach(({ year }, q) => {
      if (nodes[q] >= 0) years[year].push(approximate.reliability[nodes[q]] - exact.reliability[nodes[q]]);
    });
    const means = years.map((errors) => Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length));
    const largestError = years.flat().reduce((most, error) => Math.max(most, Math.abs(error)), 0);
    console.log(
      `    ${label}: largest mean error of a year ${Math.max(...means).toFixed(4)}, largest single error ${largestError.toFixed(3)}`,
    );
  }
}

/** Returns one test of each queen, in a random contemporary group of her year. */
function testsOf(records) {
  const next = randomFrom(5);
  const years = Math.max(...records.map(({ year }) => year)) + 1;
  const perYear = Math.ceil(records.length / years / GROUP_SIZE);
  return {
    queen: Int32Array.from(records.keys()),
    group: Int32Array.from(records, ({ year }) => year * perYear + Math.floor(next() * perYear)),
    groups: years * perYear,
    values: Float64Array.from(records, () => next() * 10),
  };
}
