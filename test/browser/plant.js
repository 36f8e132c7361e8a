import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest maps no paths for what stands here; Node reads the types away by itself.
import { startServer } from './server.ts';

/** Plants the demo data once: each test file then begins with a copy of the folder. */
export default async function plant() {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-planted-'));
  const server = await startServer({ DATA_DIR: folder });
  await server.stop();
  await rm(join(folder, 'lock'), { force: true });
  process.env.QUEENBOOK_PLANTED = JSON.stringify({ folder, demo: server.demo });
}
