import { readFile, writeFile } from 'node:fs/promises';
import { count } from './count.js';
import { serve, withHerd } from './database.js';
import { questions } from './questions.js';
import { printTable } from './table.js';

const FILE = new URL('../counts.json', import.meta.url);
const SIZE = 2000;
/** Of bytes: a cursor or a number may be longer than another. */
const MARGIN = 1.05;

/**
 * Compares the statements and bytes of a request with those that are noted, on a small herd and without a look at the
 * clock. More than noted is a failure; fewer want to be noted.
 * @param write notes them
 */
export async function compareCounts({ write }) {
  let counts;
  await withHerd({ size: SIZE }, async (place) => {
    counts = await count(place.url, serve, (server) => questions({ ...place, ...server }));
  });
  printTable([...counts].map(([name, counted]) => ({ name, ...counted })));
  if (write) {
    await writeFile(FILE, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
    return;
  }
  const noted = JSON.parse(await readFile(FILE, 'utf8'));
  const faults = [...counts].flatMap(([name, counted]) => faultsOf(name, counted, noted[name]));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function faultsOf(name, counted, noted) {
  if (!noted) return [`${name}: not noted in bench/counts.json; \`npm run bench -- --counts --write\` does it`];
  const faults = [];
  for (const [kind, most] of [
    ['cold', noted.cold],
    ['warm', noted.warm],
    ['bytes', noted.bytes * MARGIN],
  ]) {
    if (counted[kind] > most) faults.push(`${name}: ${counted[kind]} (${kind}) where ${noted[kind]} are noted`);
    else if (counted[kind] * MARGIN < noted[kind]) {
      console.log(`${name}: ${counted[kind]} (${kind}) where ${noted[kind]} are noted: renew bench/counts.json`);
    }
  }
  return faults;
}
