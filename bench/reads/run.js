import { parseArgs } from 'node:util';
import { installPeers } from '../prepare.js';
import { interrupt } from '../service.js';

const HELP = `npm run bench -- [options]

Fills a database on the server of DATABASE_URL with a simulated population, starts the service like \`npm start\`, and
prints one table of its reads: requests per second, p50 and p99, processor time of the server per request, SQL statements
per request (first and repeated request for a queen), bytes of a response, and the rate as a ratio to
  - the bare recursive statement through \`pg\` (the faster of prepared and not prepared),
  - PostGraphile 5 on the same tables,
  - the service of another commit.
All of these are measured in one run. The responses of each case are checked before it is measured; a wrong response ends
the run. First reads and reads from the response cache ("cached") are separate rows. The same size always results in the
same population.

  --size N          number of queens (200000). With several sizes, such as 10000,1000000, only the pedigree of seven
                    generations is measured, with its p50 as a ratio to the p50 of the first size
  --seconds N       duration of each case, after a warm-up (8)
  --rounds N        number of rounds of each case; compared cases alternate (2)
  --connections N   number of concurrent connections (16)
  --cases REGEX     only rows with a matching name
  --no-peer         without PostGraphile
  --against REV     the other commit (HEAD~1); "none": without another commit
  --floors          fails if a row is below its minimum ratio (see cases.js); such rows are always printed
  --json FILE       also writes the rows to a file
  --keep            keeps the database for later runs; a database that an earlier run kept is reused if its population
                    and migrations are the same
  --counts          only compares statements and bytes of requests with bench/counts.json, for a small population, and
                    fails if a number is higher; --write records the numbers instead
  --help            prints this text

npm run bench:import -- [rows]   measures an import and compares it with a plain COPY; see also the other files in bench/
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
