import { withCheckout } from './against.js';
import { bareStatement } from './bare.js';
import { withHerd } from './database.js';
import { peer, service } from './servers.js';
import { spread, together } from './spread.js';
import { report } from './table.js';

const BEFORE = 'before: ';

/** Fills a database, measures all servers in one run, and prints the table. */
export async function measure(options) {
  await withHerd(options, (place) =>
    withBefore(place, options, async (before) => {
      const servers = {
        bare: await bareStatement(place, options),
        service: await service(place, options),
        ...(before && { before: await service(before.place, options, { checkout: before.checkout, label: BEFORE }) }),
        ...(options.peer && { peer: await peer(place, options) }),
      };
      const rows = await measureAll(servers, options);
      compare(rows);
      await report(rows, options);
      checkFloors(rows, options);
      for (const server of Object.values(servers)) await server.stop();
    }),
  );
}

/** Starts the previous commit on the same database, or on a separate one if its tables differ. */
async function withBefore(place, options, work) {
  await withCheckout(options.against, async (checkout, sameTables) => {
    if (checkout === undefined) await work(undefined);
    else if (sameTables) await work({ checkout, place });
    else await withHerd({ ...options, checkout }, (other) => work({ checkout, place: other }));
  });
}

/** Measures the compared servers alternately, so that conditions are equal. */
async function measureAll(servers, options) {
  const list = Object.entries(servers).flatMap(([server, { questions }]) =>
    questions.filter(({ name }) => options.cases.test(name)).map((question) => ({ server, question, parts: [] })),
  );
  const rows = [];
  for (const group of new Set(list.map(({ question }) => question.group))) {
    const compared = list.filter(({ question }) => question.group === group);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { server, question, parts } of compared) parts.push(await servers[server].measure(question));
    }
    for (const { server, question, parts } of compared) {
      rows.push({
        name: question.name,
        group,
        server,
        floor: question.floor,
        ...spread(together(parts)),
        ...servers[server].counts(question),
      });
    }
  }
  return rows;
}

/** Adds the ratios of request rates to the rows of the service. */
function compare(rows) {
  const rateOf = (server, test) => {
    const rates = rows.filter((row) => row.server === server && test(row)).map(({ rate }) => rate);
    return rates.length > 0 ? Math.max(...rates) : undefined;
  };
  for (const row of rows) {
    if (row.server !== 'service') continue;
    const inGroup = ({ group }) => group === row.group;
    row.ofBare = row.rate / rateOf('bare', inGroup);
    row.ofPeer = row.rate / rateOf('peer', inGroup);
    row.ofBefore = row.rate / rateOf('before', ({ name }) => name === BEFORE + row.name);
  }
}

/** Prints rows with a ratio below their minimum; with `--floors` such a run fails. */
function checkFloors(rows, { floors }) {
  const titles = { ofBare: 'of the bare statement', ofPeer: 'of PostGraphile' };
  for (const { name, server, floor = {}, ...row } of rows) {
    if (server !== 'service') continue;
    for (const [kind, least] of Object.entries(floor)) {
      if (!(row[kind] < least)) continue;
      console.log(`${name}: ${row[kind].toFixed(2)} ${titles[kind]}, below its floor of ${least}`);
      if (floors) process.exitCode = 1;
    }
  }
}
