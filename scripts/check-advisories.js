// Asks the npm registry for security advisories about the production dependencies. Fails if an advisory is high or
// critical. An unreachable registry is reported, but does not fail the check.
import { spawnSync } from 'node:child_process';

const FAILING_SEVERITIES = ['high', 'critical'];
const auditArguments = [
  'audit',
  '--omit=dev',
  '--json',
  '--fetch-retries=0',
  '--fetch-timeout=20000',
  ...process.argv.slice(2),
];
const { stdout, stderr } = spawnSync('npm', auditArguments, { encoding: 'utf8', timeout: 60_000 });

const report = parseJson(stdout);
if (report?.vulnerabilities === undefined || report.error !== undefined) {
  const reason = report?.error?.summary || report?.message || stderr.trim().split('\n')[0] || 'npm timed out';
  console.log(`NOT CHECKED: the registry is not reachable (${reason}).`);
  process.exit(0);
}
const all = Object.values(report.vulnerabilities);
for (const { name, severity, via } of all) {
  const advisories = via
    .filter((advisory) => typeof advisory === 'object')
    .map(({ title, url, range }) => `${range}: ${title} ${url}`);
  console.log(`${severity}: ${name}${advisories.map((advisory) => `\n  ${advisory}`).join('')}`);
}
const failing = all.filter(({ severity }) => FAILING_SEVERITIES.includes(severity));
console.log(`${all.length} vulnerable production packages, ${failing.length} of them high or critical.`);
process.exit(failing.length > 0 ? 1 : 0);

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
