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
  [
    'statements',
    (row) => (row.cold === undefined ? '' : row.cold === row.warm ? `${row.cold}` : `${row.cold}, again ${row.warm}`),
  ],
  ['bytes', (row) => number(row.bytes)],
  ['of bare', (row) => ratio(row.ofBare)],
  ['of PostGraphile', (row) => ratio(row.ofPeer)],
  ['of before', (row) => ratio(row.ofBefore)],
];

export function printTable(rows) {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, text]) => text(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  for (const line of cells) {
    const padded = line.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])));
    console.log(padded.join('  ').trimEnd());
  }
}
