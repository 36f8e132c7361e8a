import { writeFile } from 'node:fs/promises';
import { stop } from '../service.js';
import { serve, withHerd } from './database.js';
import { load } from './load.js';
import { questions } from './questions.js';
import { spread } from './spread.js';
import { printTable } from './table.js';

const CASE = 'flat pedigree, depth 7';
/** The sizes take turns, so that the machine is the same to all. */
const ROUNDS = 3;

/** Whether a pedigree takes longer in a larger herd: one caller at a time, and as many as connections. */
export async function measureGrowth(options) {
  await withHerds(options, options.sizes, async (places) => {
    const rows = [];
    for (const connections of [1, options.connections]) {
      const measured = places.map(() => ({ times: [], seconds: 0, processor: 0 }));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, place] of places.entries()) {
          const server = await serve(place.url);
          const question = questions({ ...place, ...server }).find(({ name }) => name === CASE);
          const { times, seconds, processor } = await load(server, question, { ...options, connections });
          measured[index].times = measured[index].times.concat(times);
          measured[index].seconds += seconds;
          measured[index].processor += processor;
          await stop(server.child);
        }
      }
      const first = rows.length;
      for (const [index, all] of measured.entries()) {
        const size = options.sizes[index].toLocaleString('en');
        rows.push({ name: `${CASE}, ${size} queens, ${connections} at once`, ...spread(all) });
        rows.at(-1).ofFirst = rows.at(-1).p50 / rows[first].p50;
      }
    }
    printTable(rows);
    if (options.json) await writeFile(options.json, `${JSON.stringify({ options, rows }, null, 2)}\n`);
  });
}

async function withHerds(options, [size, ...more], work, places = []) {
  await withHerd({ ...options, size, bare: true }, async (place) => {
    if (more.length === 0) await work([...places, place]);
    else await withHerds(options, more, work, [...places, place]);
  });
}
