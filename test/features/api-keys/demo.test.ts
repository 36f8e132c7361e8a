import { expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProcess } from '../../support/process.js';
import { clientWithKey, expectProblem } from './keys.js';

test('a demo prints a read-only key and computes breeding values at its first start, but prints no key at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-demo-'));
  try {
    const first = startProcess({ DATA_DIR: folder, DEMO: 'on' });
    const url = await first.url;
    const [, key] = /^Demo API key \(read-only\): (qb_live_[0-9a-f]{64})$/m.exec(first.output())!;
    const program = clientWithKey({ url }, key!);
    for (const path of ['queens', 'queens/evaluations', 'ebv/latest', 'hives', 'account', 'key']) {
      expect([path, (await program.get(`/api/v1/${path}`)).status]).toEqual([path, 200]);
    }
    for (;;) {
      const [run, imported, ...others] = (await program.get('/api/v1/ebv/runs')).body.data;
      expect([run.source, imported.source, others]).toEqual(['computed', 'import', []]);
      expect(run.status).toMatch(/queued|running|completed/);
      if (run.status === 'completed') break;
      await setTimeout(100);
    }
    for (const path of ['ranking', 'trends', 'latest']) {
      expect([path, (await program.get(`/api/v1/ebv/${path}`)).body.data.length]).not.toEqual([path, 0]);
    }
    const undo = await program.post('/api/v1/imports/00000000-0000-0000-0000-000000000000/undo');
    expectProblem(undo, 403, 'insufficient_permission', 'Bearer error="insufficient_scope"');
    await first.end('SIGTERM');
    const second = startProcess({ DATA_DIR: folder, DEMO: 'on' });
    await second.url;
    expect(second.output()).not.toContain('qb_live_');
    await second.end('SIGTERM');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
