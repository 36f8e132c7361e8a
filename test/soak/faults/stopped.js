import { setTimeout } from 'node:timers/promises';
import { tally } from '../load.js';
import { outlive, startUnderLoad } from './under-load.js';

export const about = 'PostgreSQL is stopped immediately, as by a crash, under load, and started again';
export const databases = ['postgresql'];

export async function run({ cluster, environment, random, short, check, say }) {
  const under = await startUnderLoad({ ...environment, DATABASE_WAIT: '2' }, random);
  await setTimeout(1000 + random() * 500);
  say('stops PostgreSQL');
  const startedAt = performance.now();
  cluster.stop('immediate');
  await setTimeout(short ? 1500 : 5000);
  say('starts it');
  cluster.start();
  const ended = performance.now();
  const words = { what: 'the database was down', after: 'its start' };
  const { amid, back } = await outlive(under, { begun: startedAt, ended, ...words, short, check });
  return `down: ${tally(amid)}; last 503 ${back} ms after the start; ${under.load.written.size} writes are stored`;
}
