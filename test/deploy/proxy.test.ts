import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProcess, type ServiceProcess } from '../support/process.js';

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// Two processes need a database server. Caddy is a Debian package, so npm does not install it.
const behindCaddy = process.env.TEST_DATABASE_URL && isInstalled('caddy') ? test : test.skip;

let database: TestDatabase;
let services: ServiceProcess[] = [];
let caddy: ChildProcess;
let url: string;
let anna: Client;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

if (behindCaddy === test) {
  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { ...database.environment, CLIENT_IP_HEADER: 'X-Real-IP' };
    services = [startProcess(environment), startProcess(environment)];
    const upstreams = await Promise.all(services.map(async (service) => new URL(await service.url).host));
    url = `http://127.0.0.1:${await freePort()}`;
    caddy = spawn('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: '/nonexistent', SITE_ADDRESS: url, UPSTREAMS: upstreams.join(' ') },
      stdio: 'ignore',
    });
    for (;;) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (response?.ok) break;
      if (caddy.exitCode !== null) throw new Error('Caddy ended');
    }
    anna = new Client(url);
    const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
    expect((await anna.post('/api/accounts', account)).status).toBe(201);
  });
  afterAll(async () => {
    caddy.kill();
    for (const service of services) await service.end('SIGTERM');
    await database.drop();
  });
}

behindCaddy('Caddy forwards the client address, but no forged headers', async () => {
  const keyFor = async (address: string) => {
    const request = { name: address, permissions: { queens: 'read' }, ip_allowlist: [address] };
    return (await anna.post('/api/api-keys', request)).body.data.key as string;
  };
  const program = new Client(url);
  for (const name of ['X-Real-IP', 'X-Forwarded-For', 'CF-Connecting-IP']) program.headers[name] = '203.0.113.9';
  program.headers.Authorization = `Bearer ${await keyFor('203.0.113.9')}`;
  expect((await program.get('/api/v1/queens')).status).toBe(403);
  program.headers.Authorization = `Bearer ${await keyFor('127.0.0.1')}`;
  expect((await program.get('/api/v1/queens')).status).toBe(200);
});

behindCaddy('no request fails while one of two processes is replaced', async () => {
  const ended = services[0]!.end('SIGTERM');
  const responses = [];
  for (let count = 0; count < 50; count += 1) responses.push((await anna.get('/api/queens')).status);
  await ended;
  for (let count = 0; count < 20; count += 1) responses.push((await anna.get('/api/queens')).status);
  expect(new Set(responses)).toEqual(new Set([200]));
});
