import { writeFile } from 'node:fs/promises';

const number = (value, digits = 0) =>
  Number.isFinite(value)
    ? value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
    : '';
const ratio = (value) => number(value, value < 10 ? 2 : 0);

const COLUMNS = [
  ['', (row) => row.name],
  ['requests/s', (row) => number(row.rate, row.rate < 10 ? 1 : 0)],
  ['p50 ms', (row) => number(row.p50, 1)],
  ['p99 ms', (row) => number(row.p99, 1)],
  ['processor ms', (row) => number(row.processor, 2)],
  [
    'statements',
    (row) =>
      row.cold === undefined ? '' : row.cold === row.warm ? `${row.cold}` : `${row.cold}, repeated ${row.warm}`,
  ],
  ['bytes', (row) => number(row.bytes)],
  ['ratio to bare', (row) => ratio(row.ofBare)],
  ['ratio to PostGraphile', (row) => ratio(row.ofPeer)],
  ['ratio to before', (row) => ratio(row.ofBefore)],
  ['p50 ratio to first', (row) => ratio(row.ofFirst)],
];

/** Prints one line for each row, without empty columns. */
export function printTable(rows) {
  const columns = COLUMNS.map(([title, text]) => [title, ...rows.map(text)]).filter(([, ...cells]) =>
    cells.some(Boolean),
  );
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  for (let line = 0; line <= rows.length; line += 1) {
    const cells = columns.map((cells, index) =>
      index === 0 ? cells[line].padEnd(widths[0]) : cells[line].padStart(widths[index]),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

/** Prints the rows, and also writes them to the file `json` if it is set. */
export async function report(rows, { json, ...options }) {
  printTable(rows);
  if (!json) return;
  const run = { at: new Date(), node: process.version, ...options, cases: options.cases.source };
  await writeFile(json, `${JSON.stringify({ run, rows }, null, 2)}\n`);
}
