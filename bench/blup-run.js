// Measures the computation of breeding values. Each simulated queen has one test in a contemporary group of about
// twelve queens. Each case runs in a separate process, so that its memory is measured separately.
//   node bench/blup-run.js [cases] [queens]
// Without names of cases, all cases run. Without a number of queens, each case has its own number:
//   solve  solutions of one trait from records and pedigree; 1,000,000 queens
//   exact  exact reliabilities; 20,000 queens
//   run    eight traits with reliabilities; 100,000 queens
//   near   differences between approximate and exact reliabilities; 10,000 queens, but at most 3,000 in the population
//          `distinct` (see bee-population.js)
//   reml   variance components; 5,000 queens
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beePopulation } from './bee-population.js';
import { testsOf } from './bee-tests.js';

const SIZES = { solve: 1_000_000, exact: 20_000, run: 100_000, near: 10_000, reml: 5_000 };
const YEARS = 15;
const PARAMETERS = { worker: 50, queen: 30, covariance: -15, residual: 60 };

const [mode, name, size] = process.argv.slice(2);
if (mode === 'one') {
  const blup = await import('../dist/src/blup/index.js');
  await { solve, exact, run, near, reml }[name](blup, Number(size));
} else {
  const parameters = process.argv.slice(2);
  const requestedSize = parameters.find((word) => Number(word) > 0);
  const names = parameters.filter((word) => word in SIZES);
  for (const one of names.length > 0 ? names : Object.keys(SIZES)) {
    const args = [
      '--max-old-space-size=8000',
      fileURLToPath(import.meta.url),
      'one',
      one,
      requestedSize ?? String(SIZES[one]),
    ];
    spawnSync(process.execPath, args, { stdio: 'inherit' });
  }
}

function solve(blup, queens) {
  const records = beePopulation('stations', queens);
  const { pedigree, seconds } = timed(() => ({ pedigree: blup.beePedigree(records) }));
  const data = testsOf(records, pedigree, { years: YEARS, parameters: PARAMETERS });
  const result = timed(() => blup.breedingValues(blup.beeModel(pedigree, data), blup.beeVariances(PARAMETERS)));
  report(
    'solve',
    queens,
    `pedigree ${seconds.toFixed(1)} s, solutions ${result.seconds.toFixed(1)} s in ${result.method.iterations} iterations`,
  );
}

function exact(blup, queens) {
  const { pedigree, data } = population(blup, 'stations', queens, false);
  const result = timed(() => reliabilities(blup, pedigree, data, { entries: 2 ** 31, work: Infinity }));
  report('exact', queens, `${result.seconds.toFixed(1)} s by ${result.method.reliabilities}`);
}

function run(blup, queens) {
  const records = beePopulation('stations', queens);
  const { seconds: first, pedigree } = timed(() => ({ pedigree: blup.beePedigree(records) }));
  const all = blup.DEFAULT_PARAMETERS.map((_, trait) =>
    testsOf(records, pedigree, { years: YEARS, parameters: PARAMETERS, seed: trait + 1 }),
  );
  const { seconds, method } = timed(() => {
    let last;
    const structures = new blup.Structures();
    blup.DEFAULT_PARAMETERS.forEach((trait, index) => {
      const variances = blup.beeVariances(blup.parametersFrom(trait));
      last = blup.breedingValues(blup.beeModel(pedigree, all[index]), variances, {
        combinations: [blup.WORKER_AND_QUEEN],
        structures,
      });
      const raw = Float64Array.from(pedigree.queenNode, (k) => last.genetic[0][k] + last.genetic[1][k]);
      blup.normalize(
        raw,
        blup.normalizationOf(
          raw,
          records.map(({ id }) => yearOf(id, queens)),
        ),
      );
    });
    return last;
  });
  report(
    'run',
    queens,
    `pedigree ${first.toFixed(1)} s, eight traits ${seconds.toFixed(1)} s, reliabilities by ${method.reliabilities}`,
  );
}

function near(blup, queens) {
  for (const [kind, sisters] of [
    ['stations', false],
    ['stations', true],
    ['distinct', false],
  ]) {
    const size = kind === 'distinct' ? Math.min(queens, 3000) : queens;
    const { pedigree, data } = population(blup, kind, size, sisters);
    const [exactRun, approximateRun] = [
      { entries: 2 ** 31, work: Infinity },
      { entries: 0, work: 0 },
    ].map((limits) => reliabilities(blup, pedigree, data, limits));
    for (const [label, nodes] of [
      ['queens', pedigree.queenNode],
      ['workers', pedigree.workerNode],
    ]) {
      const [x, y] = [exactRun, approximateRun].map(({ reliabilities: [result] }) =>
        Array.from(nodes, (k) => result.reliability[k]),
      );
      const mean = (of) => x.reduce((sum, _, i) => sum + of(i), 0) / x.length;
      const [p, q] = [mean((i) => x[i]), mean((i) => y[i])];
      const product = (a, m, b, n) => mean((i) => (a[i] - m) * (b[i] - n));
      const r = product(x, p, y, q) / Math.sqrt(product(x, p, x, p) * product(y, q, y, q));
      const largestError = x.reduce((most, value, i) => Math.max(most, Math.abs(value - y[i])), 0);
      report(
        `near, ${kind}${sisters ? ', sisters tested together' : ''}`,
        size,
        `${label}: mean exact r² ${p.toFixed(3)}, bias of approximate r² ${(q - p).toFixed(4)}, mean error ${mean((i) => Math.abs(x[i] - y[i])).toFixed(4)}, largest error ${largestError.toFixed(3)}, correlation ${r.toFixed(4)}`,
      );
    }
  }
}

function reml(blup, queens) {
  const { pedigree, data } = population(blup, 'stations', queens, false);
  const result = timed(() => blup.estimateVariances(blup.beeModel(pedigree, data)));
  const format = (variances) =>
    JSON.stringify(blup.beeParameters(variances), (_, value) =>
      typeof value === 'number' ? Number(value.toFixed(1)) : value,
    );
  report(
    'reml',
    queens,
    `${result.seconds.toFixed(1)} s, ${result.iterations} iterations: ${format(result.variances)} ± ${format(result.standardErrors)}`,
  );
}

function population(blup, kind, queens, sisters) {
  const records = beePopulation(kind, queens);
  const pedigree = blup.beePedigree(records);
  return { pedigree, data: testsOf(records, pedigree, { years: YEARS, parameters: PARAMETERS, sisters }) };
}

function reliabilities(blup, pedigree, data, limits) {
  return blup.breedingValues(blup.beeModel(pedigree, data), blup.beeVariances(PARAMETERS), {
    combinations: [blup.WORKER_AND_QUEEN],
    limits,
  });
}

function yearOf(queen, queens) {
  return Math.floor(queen / Math.ceil(queens / YEARS));
}

function timed(work) {
  const start = performance.now();
  return { ...work(), seconds: (performance.now() - start) / 1000 };
}

function report(what, queens, text) {
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${what.padEnd(8)} ${String(queens).padStart(8)} queens: ${text}; peak memory ${memory} MB`);
}
