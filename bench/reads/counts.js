import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { countStatements } from '../wire-counter.js';
import { checkEqual } from './checks.js';
import { count } from './count.js';
import { serve, withHerd } from './database.js';
import { serviceCases } from './cases.js';
import { printTable } from './table.js';

const FILE = new URL('../counts.json', import.meta.url);
const SIZE = 2000;
/** Tolerance factor. The number of bytes varies with the length of cursors and numbers. */
const TOLERANCE = 1.05;

/**
 * Compares the statements and bytes of requests to a small population with the recorded numbers. If a number is
 * higher than recorded (for bytes, by more than the tolerance), or is not recorded, the run fails. If a number is
 * lower by more than the tolerance, a message asks for an update of the recorded number.
 * @param write true: records the numbers instead of comparing them
 */
export async function compareCounts({ write }) {
  let counts;
  await withHerd({ size: SIZE }, async (place) => {
    await checkCounter(place.url);
    counts = await count(place.url, serve, (server) => serviceCases({ ...place, ...server }));
  });
  printTable([...counts].map(([name, counted]) => ({ name, ...counted })));
  if (write) {
    await writeFile(FILE, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
    return;
  }
  const recorded = JSON.parse(await readFile(FILE, 'utf8'));
  const faults = [...counts].flatMap(([name, counted]) => faultsOf(name, counted, recorded[name]));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Checks that the counter counts every statement, simple or prepared, and nothing else. */
async function checkCounter(url) {
  const counter = await countStatements(url);
  const client = new pg.Client({ connectionString: counter.url });
  await client.connect();
  await client.query('select 1');
  await client.query('select $1::text', ['Q'.repeat(1_000_000)]);
  for (const value of [1, 2]) await client.query({ name: 'prepared', text: 'select $1::integer', values: [value] });
  await client.end();
  counter.close();
  checkEqual(counter.statements, 4, 'statements that were counted');
}

function faultsOf(name, counted, recorded) {
  if (!recorded) return [`${name}: not in bench/counts.json; record it with \`npm run bench -- --counts --write\``];
  const faults = [];
  for (const [kind, most] of [
    ['cold', recorded.cold],
    ['warm', recorded.warm],
    ['bytes', recorded.bytes * TOLERANCE],
  ]) {
    if (counted[kind] > most)
      faults.push(`${name}: ${counted[kind]} (${kind}) instead of the recorded ${recorded[kind]}`);
    else if (counted[kind] * TOLERANCE < recorded[kind]) {
      console.log(
        `${name}: ${counted[kind]} (${kind}) instead of the recorded ${recorded[kind]}: update bench/counts.json`,
      );
    }
  }
  return faults;
}
