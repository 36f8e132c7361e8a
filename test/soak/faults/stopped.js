import { setTimeout } from 'node:timers/promises';
import { tally } from '../load.js';
import { checkRecovery, startUnderLoad } from './under-load.js';

export const about = 'PostgreSQL stops under load as in a crash, and starts again';
export const databases = ['postgresql'];

export async function run({ cluster, environment, random, short, check, print }) {
  const under = await startUnderLoad({ ...environment, DATABASE_WAIT: '2' }, random);
  await setTimeout(1000 + random() * 500);
  print('PostgreSQL is stopped');
  const startedAt = performance.now();
  cluster.stop('immediate');
  await setTimeout(short ? 1500 : 5000);
  print('PostgreSQL is started');
  cluster.start();
  const ended = performance.now();
  const texts = { fault: 'PostgreSQL was stopped', faultEnd: 'PostgreSQL was started' };
  const { duringFault, recoveryMs } = await checkRecovery(under, { begun: startedAt, ended, ...texts, short, check });
  return `stopped: ${tally(duringFault)}; last 503 ${recoveryMs} ms after the start; ${under.load.written.size} writes are stored`;
}
