// Causes faults of the running service and of its environment, and checks the guarantees of the service. See --help.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.js';
import { killAll } from './service.js';
import { randomFrom } from '../../dist/src/blup/random.js';

const NAMES = ['hung', 'stopped', 'killed', 'term', 'pool', 'replica', 'full', 'abuse'];
/** The faults of the short form, which needs two minutes. */
const SHORT = [
  'hung on postgresql',
  'stopped on postgresql',
  'term on postgresql',
  'replica on postgresql',
  'abuse on postgresql',
];

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    database: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    attack: { type: 'string' },
    inputs: { type: 'string' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const faults = await Promise.all(NAMES.map(async (name) => ({ name, ...(await import(`./faults/${name}.js`)) })));

if (options.help) {
  console.log(`npm run soak -- [options]

Runs the service as a process, causes faults under load, and checks the guarantees of the service.
Prints a table of results, and exits with code 1 if a guarantee was violated. Starts its own PostgreSQL server.

  --only NAME                     ${faults.map(({ name, about }) => `${name}: ${about}`).join('\n' + ' '.repeat(34))}
  --database embedded|postgresql  only this database (default: both)
  --rounds N                      number of repetitions (default: 1)
  --seed N                        repeats the random choices of an earlier run
  --attack WORDS                  abuse: only the attacks whose names contain these words
  --inputs N                      abuse: number of mutated inputs to each operation (default: 10000, with --short 10)
  --short                         a run of two minutes, as in CI`);
  process.exit(0);
}
if (options.only && !NAMES.includes(options.only))
  throw new Error(`There is no fault ${options.only}. The faults are: ${NAMES}`);
if (options.database && !['embedded', 'postgresql'].includes(options.database))
  throw new Error('--database must be embedded or postgresql');
const seed = Number(options.seed ?? Math.floor(Math.random() * 1e9));

/** Returns a generator of random numbers that depend only on the text. */
function randomOf(text) {
  return randomFrom([...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7));
}

const chosen = faults
  .filter(({ name }) => !options.only || name === options.only)
  .flatMap((fault) => fault.databases.map((database) => ({ fault, database })))
  .filter(({ database }) => !options.database || database === options.database)
  .filter(({ fault, database }) => options.only || !options.short || SHORT.includes(`${fault.name} on ${database}`));

let cluster;
function end() {
  killAll();
  cluster?.end();
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    end();
    process.exit(1);
  });
}

const table = [];
console.log(`seed ${seed}`);
try {
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    for (const [place, { fault, database }] of chosen.entries()) {
      console.log(`\n${fault.name} on ${database}, round ${round}: ${fault.about}`);
      const violations = [];
      const startedAt = performance.now();
      const folder = mkdtempSync(join(tmpdir(), 'queenbook-soak-'));
      const environment = { DATA_DIR: join(folder, 'data') };
      let summary;
      try {
        if (database === 'postgresql') {
          cluster ??= await startCluster();
          environment.DATABASE_URL = await cluster.database(`soak_${round}_${place}`);
          environment.SESSION_SECRET = 'a secret for the soak only';
        }
        summary = await fault.run({
          cluster,
          environment,
          folder,
          random: randomOf(`${seed} ${round} ${fault.name} ${database}`),
          short: options.short,
          attack: options.attack,
          inputs: options.inputs && Number(options.inputs),
          check: (holds, message) => holds || violations.push(message),
          print: (message) => console.log(`  ${message}`),
        });
      } catch (error) {
        violations.push([error.stack, error.cause?.stack].filter(Boolean).join('\n  because: '));
        // The cluster may be suspended or stopped, so the next fault starts a new cluster.
        cluster?.end();
        cluster = undefined;
      } finally {
        killAll();
        rmSync(folder, { recursive: true, force: true });
      }
      for (const message of violations) console.log(`  VIOLATED: ${message}`);
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      table.push({
        round,
        fault: fault.name,
        database,
        seconds,
        passed: violations.length === 0 ? 'yes' : 'NO',
        summary,
      });
    }
  }
} finally {
  end();
}

console.log(`\nseed ${seed}`);
for (const { round, fault, database, seconds, passed, summary } of table) {
  const cells = [
    `${round}`.padEnd(3),
    fault.padEnd(8),
    database.padEnd(11),
    `${seconds} s`.padStart(7),
    passed.padEnd(4),
  ];
  console.log([...cells, summary ?? ''].join(' '));
}
process.exit(table.length > 0 && table.every(({ passed }) => passed === 'yes') ? 0 : 1);
