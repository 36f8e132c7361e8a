import { parseArgs } from 'node:util';
import { installPeers } from '../prepare.js';
import { interrupt } from '../service.js';

const HELP = `npm run bench -- [options]

Fills a database on the server of DATABASE_URL with a herd, the same from the same size, runs the service as
\`npm start\` does, and prints one table of what it answers: requests a second, their p50 and p99, the processor's time
that the server itself takes for one, SQL statements a request (where a queen is asked for the first time, and again),
bytes of an answer, and the rate as a ratio to
  - the bare recursive statement through \`pg\`, the better of prepared and not,
  - PostGraphile 5 on the same tables,
  - the service of another commit,
all in one run. Every answer is checked before it is measured; any that fails ends the run. What is read for the first time
and what comes from the cache of responses ("cached") are rows of their own.

  --size N          queens (200000); of several, as 10000,1000000, the pedigree of seven generations alone is measured,
                    in turn, with its p50 as a ratio to that of the first
  --seconds N       of each case, after a warm-up (8)
  --rounds N        over which they are spread: what is compared takes turns (2)
  --connections N   that ask at once (16)
  --cases REGEX     only rows of such names
  --no-peer         without PostGraphile
  --against REV     the other commit (HEAD~1); "none": without one
  --floors          fails where a row is below its floor (see questions.js); such rows are named in any case
  --json FILE       writes the rows there as well
  --keep            leaves the database, and takes the one that was left by the same herd and migrations
  --counts          only compares statements and bytes of a request with those noted in bench/counts.json, on a small
                    herd, and fails where there are more; --write notes them
  --help

npm run bench:import -- [rows]   measures an import beside a plain COPY; other files in bench/ say what they measure
`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    size: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    cases: { type: 'string', default: '.' },
    peer: { type: 'boolean', default: true },
    against: { type: 'string', default: 'HEAD~1' },
    floors: { type: 'boolean', default: false },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    counts: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

// An interrupt stops the servers. All work then ends with an error, and databases are removed as usual.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());

if (values.help) {
  console.log(HELP);
} else if (values.counts) {
  const { compareCounts } = await import('./counts.js');
  await compareCounts(values);
} else {
  installPeers();
  const { sizes, ...options } = {
    ...values,
    sizes: values.size.split(',').map(Number),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    cases: new RegExp(values.cases),
    against: values.against === 'none' ? undefined : values.against,
  };
  if (sizes.length > 1) await (await import('./growth.js')).measureGrowth({ ...options, sizes });
  else await (await import('./measure.js')).measure({ ...options, size: sizes[0] });
}
