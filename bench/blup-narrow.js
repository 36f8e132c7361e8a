/**
 * Compares reliabilities of closed populations with exact ones, for every queen and worker group: 100,000 queens; 5, 20
 * and 60 drone mothers per generation; 20 and 40 generations. `node bench/blup-narrow.js [queens] [drone mothers]
 * [generations]` Reliabilities are computed as in a run (exact within the limits), and also approximated and calibrated
 * even where exact ones are affordable.
 */
import { closedPopulation } from './bee-population.js';
import { randomFrom } from '../dist/src/blup/random.js';
import { beeModel, beePedigree, beeVariances, breedingValues, WORKER_AND_QUEEN } from '../dist/src/blup/index.js';

const GROUP = 12;
const VARIANCES = beeVariances({ worker: 50, queen: 30, covariance: -15, residual: 60 });
const [queens = 100_000, ...given] = process.argv.slice(2).map(Number);
const cases =
  given.length === 2 ? [given] : [20, 40].flatMap((generations) => [5, 20, 60].map((n) => [n, generations]));

for (const [droneMothers, generations] of cases) {
  const records = closedPopulation(queens, { generations, droneMothers });
  const pedigree = beePedigree(records);
  const model = beeModel(pedigree, testsOf(records));
  const cohort = new Float64Array(pedigree.relationship.size).fill(NaN);
  records.forEach(({ year }, q) => {
    for (const nodes of [pedigree.queenNode, pedigree.workerNode]) if (nodes[q] >= 0) cohort[nodes[q]] = year;
  });
  const values = (limits) => {
    const begun = process.cpuUsage();
    const found = breedingValues(model, VARIANCES, { combinations: [WORKER_AND_QUEEN], cohort, limits });
    const { user, system } = process.cpuUsage(begun);
    return { method: found.method, reliability: found.reliabilities[0].reliability, seconds: (user + system) / 1e6 };
  };
  console.log(`${queens} queens, ${droneMothers} drone mothers a generation, ${generations} generations`);
  const usual = values();
  const isExact = usual.method.reliabilities === 'selected inversion';
  const exact = isExact ? usual : values({ entries: 2 ** 31, work: Infinity });
  console.log(`  exact: ${exact.seconds.toFixed(0)} s${isExact ? ', as a run does' : ''}`);
  const approximate = isExact ? values({ entries: 0, work: 0 }) : usual;
  const { sample, mean, largest } = approximate.method.errors[0];
  console.log(`  approximate: ${approximate.seconds.toFixed(0)} s${isExact ? '' : ', as a run does'}`);
  console.log(`    reported: sample ${sample}, mean error ${mean.toFixed(4)}, largest ${largest.toFixed(3)}`);
  for (const [whose, nodes] of [
    ['queens', pedigree.queenNode],
    ['workers', pedigree.workerNode],
  ]) {
    const years = Array.from({ length: generations }, () => []);
    records.forEach(({ year }, q) => {
      if (nodes[q] >= 0) years[year].push(approximate.reliability[nodes[q]] - exact.reliability[nodes[q]]);
    });
    const means = years.map((errors) => Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length));
    const worst = years.flat().reduce((most, error) => Math.max(most, Math.abs(error)), 0);
    console.log(
      `    ${whose}: mean error of a year up to ${Math.max(...means).toFixed(4)}, single up to ${worst.toFixed(3)}`,
    );
  }
}

/** One test of each queen, in contemporary groups of her year. */
function testsOf(records) {
  const next = randomFrom(5);
  const years = Math.max(...records.map(({ year }) => year)) + 1;
  const perYear = Math.ceil(records.length / years / GROUP);
  return {
    queen: Int32Array.from(records.keys()),
    group: Int32Array.from(records, ({ year }) => year * perYear + Math.floor(next() * perYear)),
    groups: years * perYear,
    values: Float64Array.from(records, () => next() * 10),
  };
}
