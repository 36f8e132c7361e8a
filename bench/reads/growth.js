import { stop } from '../service.js';
import { serve, withHerd } from './database.js';
import { load } from './load.js';
import { serviceCases } from './cases.js';
import { spread, combine } from './spread.js';
import { report } from './table.js';

const CASE = 'flat pedigree, depth 7';

/**
 * Measures how the time to read a pedigree depends on the population size, with one connection and with several
 * connections.
 */
export async function measureGrowth(options) {
  await withHerds(options, options.sizes, async (places) => {
    const servers = [];
    // Requests the same number of queens from each population.
    const maxQueens = Math.min(...places.map(({ herd }) => herd.shuffledYoungest().length));
    for (const place of places) {
      const server = await serve(place.url);
      servers.push({
        server,
        readCase: serviceCases({ ...place, ...server, maxQueens }).find(({ name }) => name === CASE),
      });
    }
    const rows = [];
    for (const connections of [1, options.connections]) {
      const parts = servers.map(() => []);
      for (let round = 0; round < options.rounds; round += 1) {
        for (const [index, { server, readCase }] of servers.entries()) {
          parts[index].push(await load(server, readCase, { ...options, connections }));
        }
      }
      const measured = parts.map((list) => spread(combine(list)));
      for (const [index, size] of options.sizes.entries()) {
        const name = `${CASE}, ${size.toLocaleString('en')} queens, ${connections} connections`;
        rows.push({ name, ...measured[index], ofFirst: measured[index].p50 / measured[0].p50 });
      }
    }
    for (const { server } of servers) await stop(server.child);
    await report(rows, options);
  });
}

async function withHerds(options, [size, ...more], work, places = []) {
  await withHerd({ ...options, size, bare: true }, async (place) => {
    if (more.length === 0) await work([...places, place]);
    else await withHerds(options, more, work, [...places, place]);
  });
}
