import { withCheckout } from './against.js';
import { bareStatement } from './bare.js';
import { withHerd } from './database.js';
import { peer, service } from './servers.js';
import { spread, combine } from './spread.js';
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

/**
 * Calls `work` with a checkout of the commit `options.against`, and with its database: the same database or, if the
 * tables of that commit differ, a separate one.
 */
async function withBefore(place, options, work) {
  await withCheckout(options.against, async (checkout, sameTables) => {
    if (checkout === undefined) await work(undefined);
    else if (sameTables) await work({ checkout, place });
    else await withHerd({ ...options, checkout }, (other) => work({ checkout, place: other }));
  });
}

/** Measures the compared servers alternately, so that conditions are equal. */
async function measureAll(servers, options) {
  const list = Object.entries(servers).flatMap(([server, { cases }]) =>
    cases.filter(({ name }) => options.cases.test(name)).map((readCase) => ({ server, readCase, parts: [] })),
  );
  const rows = [];
  for (const group of new Set(list.map(({ readCase }) => readCase.group))) {
    const compared = list.filter(({ readCase }) => readCase.group === group);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { server, readCase, parts } of compared) parts.push(await servers[server].measure(readCase));
    }
    for (const { server, readCase, parts } of compared) {
      rows.push({
        name: readCase.name,
        group,
        server,
        floor: readCase.floor,
        ...spread(combine(parts)),
        ...servers[server].counts(readCase),
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

/** Prints each ratio that is below the minimum of its case. With `--floors`, the run then fails. */
function checkFloors(rows, { floors }) {
  const titles = { ofBare: 'the bare statement', ofPeer: 'PostGraphile' };
  for (const { name, server, floor = {}, ...row } of rows) {
    if (server !== 'service') continue;
    for (const [kind, minimum] of Object.entries(floor)) {
      if (!(row[kind] < minimum)) continue;
      console.log(`${name}: ratio to ${titles[kind]} ${row[kind].toFixed(2)}, below the minimum ${minimum}`);
      if (floors) process.exitCode = 1;
    }
  }
}
