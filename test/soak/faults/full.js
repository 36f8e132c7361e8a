import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, importSample, SAMPLE_QUEENS, startService } from '../service.js';

export const about = 'the disk of the embedded database is full until space is freed';
export const databases = ['embedded'];

const MEGABYTE = 1024 * 1024;
const BULK = 1000;

export async function run({ environment, random, check, print }) {
  if (process.getuid() !== 0) return 'SKIPPED: only root can mount a small disk';
  const disk = environment.DATA_DIR;
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    return `SKIPPED: a small disk cannot be mounted here: ${error.message.trim().split('\n').at(-1)}`;
  }
  try {
    return await fill({ disk, environment: { ...environment, DATA_DIR: join(disk, 'data') }, random, check, print });
  } finally {
    execFileSync('umount', ['-l', disk]);
    rmSync(dirname(disk), { recursive: true, force: true });
  }
}

async function fill({ disk, environment, random, check, print }) {
  let service = await startService(environment);
  let client = new Client(service.url);
  await client.register();
  await importSample(client);
  const { bavail, bsize } = statfsSync(disk);
  const freeMegabytes = 1 + random() * 4;
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - Math.round(freeMegabytes * MEGABYTE))));
  print(`${freeMegabytes.toFixed(1)} MB are free`);

  let acknowledged = 0;
  const rejections = [];
  for (let n = 0; n < 40 && rejections.length < 5; n += 1) {
    const queens = Array.from({ length: BULK }, (_, index) => ({ queen_name: `full ${n} ${index}` }));
    const response = await client
      .send('POST', '/api/queens/f0/bulk', queens)
      .catch((error) => ({ status: error.cause?.code ?? error.name }));
    if (response.status === 201) acknowledged += 1;
    else rejections.push(response);
  }
  const statuses = rejections.map(({ status }) => status).join(' ');
  print(`${acknowledged} bulk writes were accepted, then: ${statuses}`);
  check(rejections.length > 0, 'the disk did not become full');
  check(
    rejections.every(({ status, body }) => status === 503 && /full/.test(body?.detail)),
    `a full disk was reported as ${statuses}`,
  );
  const read = await client.send('GET', '/api/v1/queens?limit=1').catch((error) => ({ status: error.cause?.code }));
  print(`a read with a full disk got ${read.status}`);

  rmSync(join(disk, 'filler'));
  await setTimeout(500);
  const alive = service.child.exitCode === null && service.child.signalCode === null;
  const write = await client
    .send('POST', '/api/v1/queens', { generation: 'F0', queen_name: 'frees space' })
    .catch((error) => ({ status: error.cause?.code }));
  print(`after space was freed, the service is ${alive ? 'running' : 'stopped'}, and a write got ${write.status}`);
  await service.end(alive ? 'SIGTERM' : 'SIGKILL');

  service = await startService(environment);
  client = new Client(service.url);
  await client.signIn();
  const rows = (await client.send('GET', '/api/v1/queens?limit=1')).body.page.total;
  const bulks = rows - SAMPLE_QUEENS - (write.status === 201 ? 1 : 0);
  const difference = bulks - acknowledged * BULK;
  check(difference === 0, `${bulks} rows exist after ${acknowledged} acknowledged bulk writes`);
  const after = await client.send('POST', '/api/v1/queens', { generation: 'F0', queen_name: 'after' });
  check(after.status === 201, `a later write got ${after.status}`);
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
  return `${acknowledged} bulk writes accepted, then ${statuses}; a read got ${read.status}; a write after space was freed got ${write.status}; ${difference === 0 ? 'no row is missing' : `the number of rows differs by ${difference}`}`;
}
