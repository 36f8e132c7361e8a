import { afterEach, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../support/client.js';
import { runCommand, queenbook } from '../support/command.js';
import { startProcess, type ServiceProcess } from '../support/process.js';
import { accountsOf, contentsOf, empty, filled, type Place } from './filled-database.js';

// These tests need both kinds of database. The embedded database is always available; the server must be configured.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const cleanUpLater = (place: Place): Place => {
  cleanups.push(() => place.drop());
  return place;
};
function start(environment: Record<string, string>): ServiceProcess {
  const service = startProcess(environment);
  cleanups.push(() => service.end('SIGKILL'));
  return service;
}

const queens = (count: number) =>
  ['Name;Geburtsdatum', ...Array.from({ length: count }, (_, index) => `Queen ${index};2024-05-30`)].join('\n');

onServer('queenbook move copies the embedded database to a server, with sessions, keys and pending jobs', async () => {
  const [from, to] = [cleanUpLater(await empty('')), cleanUpLater(await empty())];
  const first = start({ ...from.environment });
  const anna = new Client(await first.url);
  const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
  expect((await anna.post('/api/accounts', account)).status).toBe(201);
  const key = (await anna.post('/api/api-keys', { name: 'mine', permissions: { queens: 'read' } })).body.data.key;
  expect((await anna.post('/api/queens/f0', { queen_name: 'Mona', birth_date: '2024-05-30' })).status).toBe(201);
  const busy = await queenbook(['move', '--to', to.environment.DATABASE_URL!], from.environment);
  expect([busy.code, busy.err]).toEqual([1, expect.stringMatching(/in use by process.*Stop the service first/)]);
  const { body } = await anna.upload('/api/imports', 'many.csv', queens(3000));
  await first.end('SIGKILL');

  const moved = await queenbook(['move', '--to', to.environment.DATABASE_URL!], from.environment);
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).toMatch(/all checksums match\.\n.*the content of .*session-secret as SESSION_SECRET/);
  const secret = await readFile(join(from.environment.DATA_DIR!, 'session-secret'), 'utf8');
  expect(moved.out).not.toContain(secret);

  const second = start({ ...to.environment, SESSION_SECRET: secret });
  const url = await second.url;
  const program = new Client(url);
  program.headers.Authorization = `Bearer ${key}`;
  expect((await program.get('/api/v1/queens?search=Mona')).body.data).toMatchObject([{ queen_name: 'Mona' }]);
  const session = new Client(url);
  for (const [name, value] of anna.cookies) session.cookies.set(name, value);
  expect((await session.get('/api/account')).body.data.email).toBe(account.email);
  let state: string;
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    state = (await session.get(`/api/imports/${body.data.id}`)).body.data.status;
  } while (state === 'queued' || state === 'running');
  expect(state).toBe('completed');
  expect((await program.get('/api/v1/queens?limit=1')).body.page.total).toBe(3001);
});

onServer('queenbook move rejects a target database that is not empty', async () => {
  const [from, to] = [cleanUpLater(await empty('')), cleanUpLater(await filled())];
  expect((await queenbook(['account', 'add', 'anna@example.org'], from.environment)).code).toBe(0);
  const before = await contentsOf(to);
  const { code, err } = await queenbook(['move', '--to', to.environment.DATABASE_URL!], from.environment);
  expect([code, err]).toEqual([1, expect.stringMatching(/^The database is not empty/)]);
  expect(await contentsOf(to)).toEqual(before);
  expect(await accountsOf(from)).toBe(1);
});

test.each([[[]], [['--to', 'mysql://x/y']], [['--to']], [['postgres://x/y']]])(
  'queenbook move with the arguments %j reports the missing or invalid argument',
  async (args) => {
    const { code, err } = await runCommand(['move', ...args], {});
    expect([code, err]).toEqual([2, expect.stringMatching(/(--to|'postgres:\/\/x\/y').*\n$/)]);
  },
);

test('queenbook move is refused if DATABASE_URL is set, because it copies only the embedded database', async () => {
  const environment = { DATABASE_URL: 'postgres://a/b', SESSION_SECRET: 'a secret for the tests only' };
  const { code, err } = await runCommand(['move', '--to', 'postgres://x/y'], environment);
  expect([code, err]).toEqual([1, expect.stringMatching(/^DATABASE_URL is set\. Unset it/)]);
});
