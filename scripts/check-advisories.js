// Asks the registry whether anything that runs in production has a known hole, and fails where it knows a grave one. A
// registry that cannot be asked is no finding: that is said, and nothing fails.
import { spawnSync } from 'node:child_process';

const GRAVE = ['high', 'critical'];
const asking = [
  'audit',
  '--omit=dev',
  '--json',
  '--fetch-retries=0',
  '--fetch-timeout=20000',
  ...process.argv.slice(2),
];
const { stdout, stderr } = spawnSync('npm', asking, { encoding: 'utf8', timeout: 60_000 });

const told = read(stdout);
if (told?.vulnerabilities === undefined || told.error !== undefined) {
  const why = told?.error?.summary || told?.message || stderr.trim().split('\n')[0] || 'npm did not answer in time';
  console.log(`NOT CHECKED: the registry could not be asked for advisories (${why}).`);
  process.exit(0);
}
const all = Object.values(told.vulnerabilities);
for (const { name, severity, via } of all) {
  const holes = via
    .filter((hole) => typeof hole === 'object')
    .map(({ title, url, range }) => `${range}: ${title} ${url}`);
  console.log(`${severity}: ${name}${holes.map((hole) => `\n  ${hole}`).join('')}`);
}
const grave = all.filter(({ severity }) => GRAVE.includes(severity));
console.log(`${all.length} packages of production with known holes, ${grave.length} of them grave.`);
process.exit(grave.length > 0 ? 1 : 0);

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
