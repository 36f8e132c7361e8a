import { parseArgs } from 'node:util';
import { installPeers } from '../prepare.js';

const HELP = `npm run bench -- [options]

Fills a database on the server of DATABASE_URL with a herd, the same from the same size, runs the service as
\`npm start\` does, and prints one table of what it answers: requests a second, their p50 and p99, SQL statements a
request (where a queen is asked for the first time, and again), bytes of an answer, and the rate as a ratio to
  - the bare recursive statement through \`pg\`, the better of prepared and not,
  - PostGraphile 5 on the same tables,
  - the service of another commit,
all in one run. Every answer is checked before it is measured; any that fails ends the run.

  --size N          queens (200000)
  --seconds N       of each case, after a warm-up (8)
  --connections N   that ask at once (16)
  --cases REGEX     only rows of such names
  --no-peer         without PostGraphile
  --against REV     the other commit (HEAD~1); "none": without one
  --json FILE       writes the rows there as well
  --keep            leaves the database, and takes the one that was left by the same herd and migrations
`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    size: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    cases: { type: 'string', default: '.' },
    peer: { type: 'boolean', default: true },
    against: { type: 'string', default: 'HEAD~1' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  installPeers();
  const { measure } = await import('./measure.js');
  await measure({
    ...values,
    size: Number(values.size),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    cases: new RegExp(values.cases),
    against: values.against === 'none' ? undefined : values.against,
  });
}
