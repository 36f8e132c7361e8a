import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
// Imports the TypeScript file, because Jest does not map paths here and Node strips the types itself.
import { startServer } from './server.ts';

/**
 * Creates the folder with the demo data once. Each server with demo data starts with a copy of this folder. The
 * computed run of the demo data is deleted, so that all breeding values are imported values. Tests that need computed
 * values start their own runs.
 */
export default async function createDemoData() {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-demo-'));
  const server = await startServer({ DATA_DIR: folder });
  await deleteComputedRun(server);
  await server.stop();
  await rm(join(folder, 'lock'), { force: true });
  process.env.QUEENBOOK_DEMO_DATA = JSON.stringify({ folder, demo: server.demo });
}

async function deleteComputedRun({ url, demo }) {
  const { email, password } = demo;
  let cookie = '';
  const request = async (method, path, body) => {
    const headers = { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  };
  const session = await request('POST', '/api/session', { email, password });
  cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  for (;;) {
    const { data } = await (await request('GET', '/api/ebv/runs')).json();
    const run = data.find(({ source }) => source === 'computed');
    if (run.status === 'completed') return request('DELETE', `/api/ebv/runs/${run.id}`);
    await setTimeout(200);
  }
}
