import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../../support/client.js';
import { queenbook } from '../../../support/command.js';
import { CONTAINER, startProcess, type ServiceProcess } from '../../../support/process.js';

/** A data folder with a migrated database for each test. */
let folder: string;
let processes: ServiceProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-containers-'));
  await cp(process.env.QUEENBOOK_TEST_TEMPLATE!, folder, { recursive: true });
  processes = [];
});
afterEach(async () => {
  for (const each of processes) {
    each.signal('SIGCONT');
    await each.end('SIGKILL');
  }
  await rm(folder, { recursive: true, force: true });
});

function start(): ServiceProcess {
  const started = startProcess({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '0' }, [], CONTAINER);
  processes.push(started);
  return started;
}

const ACCOUNT = { email: 'a@example.org', password: 'a good long password', name: 'Anna' };

async function openAccount({ url }: ServiceProcess): Promise<Client> {
  const client = new Client(await url);
  expect((await client.post('/api/accounts', ACCOUNT)).status).toBe(201);
  return client;
}

async function signIn({ url }: ServiceProcess): Promise<Client> {
  const client = new Client(await url);
  const { email, password } = ACCOUNT;
  expect((await client.post('/api/session', { email, password })).status).toBe(200);
  return client;
}

const write = (client: Client, name: string) => client.post('/api/apiaries', { name });
/** Returns the number of written rows. */
const count = async (client: Client): Promise<number> =>
  (await client.graphql('{ apiaries { totalCount } }')).body.data.apiaries.totalCount;

const IN_USE = /DATA_DIR \S+ is in use by process \d+: only one process at a time can use the embedded database/;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function waitForOutput({ child, output }: ServiceProcess, text: string): Promise<void> {
  await until(() => output().includes(text) || child.exitCode !== null || child.signalCode !== null);
  expect(output()).toContain(text);
}

// Regression: two processes started in separate containers, and 150 of 320 acknowledged rows were lost.
test('a second process on a data folder reports that it waits, and then fails; no acknowledged write is lost', async () => {
  const first = start();
  const client = await openAccount(first);
  let acknowledged = 0;
  const second = start();
  let isOver = false;
  const refused = second.url.finally(() => (isOver = true));
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      if ((await write(client, `Row ${n}`)).status === 201) acknowledged += 1;
      // A few rows are enough. More rows would slow down the second process.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await expect(refused).rejects.toThrow(IN_USE);
  await writing;
  expect(second.output()).toMatch(/Queenbook: DATA_DIR .* waiting up to 5 s for that process to end\n/);
  expect(second.output()).toContain(`Queenbook cannot start: DATA_DIR ${folder} is in use by process`);
  await first.end('SIGKILL');
  expect(acknowledged).toBeGreaterThan(0);
  expect(await count(await signIn(start()))).toBe(acknowledged);
});

test('a process that waits for a data folder starts after the process that uses the folder is killed', async () => {
  const first = start();
  const client = await openAccount(first);
  expect((await write(client, 'Before')).status).toBe(201);
  const second = start();
  await waitForOutput(second, 'waiting');
  await first.end('SIGKILL');
  expect(await count(await signIn(second))).toBe(1);
});

test('a suspended process keeps its data folder, and can write after it resumes', async () => {
  const first = start();
  const client = await openAccount(first);
  first.signal('SIGSTOP');
  await expect(start().url).rejects.toThrow(IN_USE);
  first.signal('SIGCONT');
  expect((await write(client, 'After')).status).toBe(201);
});

test('a suspended process acknowledges no more writes if its lock file is removed', async () => {
  const first = start();
  const client = await openAccount(first);
  first.signal('SIGSTOP');
  await rm(join(folder, 'lock'));
  const second = start();
  const other = await signIn(second);
  expect((await write(other, 'Second')).status).toBe(201);
  const unanswered = Promise.allSettled(Array.from({ length: 5 }, (_, n) => write(client, `First ${n}`)));
  first.signal('SIGCONT');
  for (const { status } of await unanswered) expect(status).toBe('rejected');
  await until(() => first.child.exitCode !== null);
  expect(first.child.exitCode).toBe(1);
  expect(first.output()).toContain(`Queenbook stops at once: another process took DATA_DIR ${folder}`);
  expect((await write(other, 'Third')).status).toBe(201);
  expect(await count(other)).toBe(2);
});

test('a process releases the data folder when the process stops', async () => {
  const first = start();
  await openAccount(first);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await readdir(folder)).not.toContain('lock');
  await signIn(start());
});

test('a restore from another container is rejected while the service runs', async () => {
  const first = start();
  const client = await openAccount(first);
  const file = join(folder, 'saved.zip');
  // The command uses the socket in the data folder. This socket is also available in other containers.
  expect(await queenbook(['backup', file], { DATA_DIR: folder }, CONTAINER)).toMatchObject({ code: 0 });
  const refused = await queenbook(['restore', file, '--replace'], { DATA_DIR: folder }, CONTAINER);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(IN_USE);
  expect((await write(client, 'After')).status).toBe(201);
});
