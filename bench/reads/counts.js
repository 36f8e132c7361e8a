import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { countStatements } from '../wire-counter.js';
import { equal } from './answers.js';
import { count } from './count.js';
import { serve, withHerd } from './database.js';
import { questions } from './questions.js';
import { printTable } from './table.js';

const FILE = new URL('../counts.json', import.meta.url);
const SIZE = 2000;
/** Tolerance of bytes, because the length of cursors and numbers varies. */
const MARGIN = 1.05;

/**
 * Compares the statements and bytes of requests with the recorded numbers, for a small population and without measuring
 * time. A higher number is a failure; a lower one should be recorded.
 * @param write records the numbers instead
 */
export async function compareCounts({ write }) {
  let counts;
  await withHerd({ size: SIZE }, async (place) => {
    await checkCounter(place.url);
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
  equal(counter.statements, 4, 'statements that were counted');
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
