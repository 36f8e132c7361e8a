/**
 * Measures the computation of F and d of whole populations from their records. For populations with mating stations,
 * also measures 300 × 300 planned matings of the youngest queens. Each case runs in its own process, so that its memory
 * is measured separately. On a busy machine, compare only the processor times.
 *
 * `node bench/blup-inbreeding.js [queens …]` in a compiled checkout (default: 100000 and 1000000)
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beePopulation } from './bee-population.js';

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'one') {
  const { beePedigree, plannedInbreeding, BeeNode } = await import('../dist/src/blup/index.js');
  const [kind, size] = [rest[0], Number(rest[1])];
  const records = beePopulation(kind, size);
  const timed = (work) => {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const result = work();
    const { user, system } = process.cpuUsage(cpu);
    const duration = `${((performance.now() - start) / 1000).toFixed(2)} s (processor ${((user + system) / 1e6).toFixed(2)} s)`;
    return [result, duration];
  };
  const [pedigree, duration] = timed(() => beePedigree(records));
  const { relationship, kind: kinds } = pedigree;
  const F = relationship.inbreeding.filter((_, node) => kinds[node] === BeeNode.Queen);
  const mean = F.reduce((sum, value) => sum + value, 0) / F.length;
  console.log(
    `${kind.padEnd(9)} ${size} queens, ${relationship.size} nodes: ${duration}, ` +
      `${Math.round(process.resourceUsage().maxRSS / 1024)} MB peak memory, mean F ${(100 * mean).toFixed(3)} %, ` +
      `highest F ${(100 * F.reduce((a, b) => Math.max(a, b))).toFixed(1)} %`,
  );
  if (kind === 'stations') {
    const youngest = records.slice(-600).map(({ id }) => id);
    const plan = () =>
      plannedInbreeding(pedigree, youngest.slice(0, 300), youngest.slice(300), 'drone-producing daughters');
    console.log(`${' '.repeat(10)}300 × 300 planned matings: ${timed(plan)[1]}`);
  }
} else {
  const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['100000', '1000000'];
  for (const size of sizes) {
    for (const kind of ['stations', 'distinct']) {
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'one', kind, size], { stdio: 'inherit' });
    }
  }
}
