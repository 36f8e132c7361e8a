import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { importFile } from './exchange/uploads.js';
import { bytesOf, DATENIMPORT } from './exchange/files.js';
import { createTestDatabase } from './support/database.js';
import { startProcess } from './support/process.js';
import { Client } from './support/service.js';

const MOST = 200;
// The embedded database alone takes more; and only Linux tells by a file how much it is.
const canTell = process.env.TEST_DATABASE_URL && existsSync('/proc/self/status');

/** What `npm start` gives to Node. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** In MB. */
const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

// Once, a service that had been asked a few things kept 205 MB for as long as it ran.
(canTell ? test : test.skip)('a service at rest takes less than 200 MB, at first and after work', async () => {
  const database = await createTestDatabase();
  const service = startProcess(database.environment, flags);
  const atRest = async () => {
    while (memoryOf(service.child.pid!) >= MOST) await setTimeout(500);
  };
  try {
    const client = new Client(await service.url);
    await atRest();
    await client.post('/api/accounts', { email: 'a@example.org', password: 'a good long password', name: 'Anna' });
    expect(await importFile(client, DATENIMPORT, bytesOf(DATENIMPORT))).toMatchObject({ status: 'completed' });
    for (let n = 0; n < 100; n += 1) expect((await client.get('/api/v1/queens?limit=100')).status).toBe(200);
    await atRest();
    expect(await service.end('SIGTERM')).toBe(0);
  } finally {
    await service.end('SIGKILL');
    await database.drop();
  }
});
