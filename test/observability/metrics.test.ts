import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { networkInterfaces } from 'node:os';
import { httpServer } from '../../src/http/server.js';
import { Client, startService, type TestService } from '../support/service.js';
import { bytesOf, REGINE } from '../features/imports/files.js';
import { importFile } from '../features/imports/uploads.js';
import { awaitJobs, readMetrics, type Sample } from './prometheus-samples.js';

let service: TestService;
let anna: Client;
beforeAll(async () => {
  service = await startService();
  anna = await service.register();
});
afterAll(() => service?.close());

async function scrape(client = service.visitor()): Promise<Sample[]> {
  const { status, headers, body } = await client.get('/metrics');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return readMetrics(body as string);
}

const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;

describe('the metrics', () => {
  test('count each request once, by route and status class, in the correct bucket', async () => {
    const labels = { method: 'GET', route: '/api/queens/f0/:id', status: '4xx' };
    const count = async () => valueOf(await scrape(), 'http_request_duration_seconds_count', labels) ?? 0;
    const before = await count();
    for (const id of ['x', 'y']) await anna.get(`/api/v1/queens/f0/${id}`);
    await service.visitor().get('/api/queens/f0/0198d2c0-0000-7000-8000-000000000000');
    const after = await scrape();
    expect((await count()) - before).toBe(3);
    const buckets = after.filter(
      ({ name, labels: found }) => name === 'http_request_duration_seconds_bucket' && found.route === labels.route,
    );
    expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: before + 3 });
    for (const [index, { value }] of buckets.entries())
      expect(value).toBeGreaterThanOrEqual(buckets[index - 1]?.value ?? 0);
    expect(valueOf(after, 'http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  test('count GraphQL requests by schema field; names that clients choose add no labels', async () => {
    await anna.graphql('query Mine { one: queens { totalCount } two: me { id } }');
    await anna.graphql('{ queen(id: "no id") { id } }');
    await anna.graphql('{ madeUp }');
    await service.visitor().graphql('{ hives { totalCount } }');
    await anna.request('PROPFIND', '/api/made-up');
    const samples = await scrape();
    const operations = (field: string, outcome: string) =>
      valueOf(samples, 'graphql_operation_duration_seconds_count', { type: 'query', field, outcome });
    expect([operations('queens', 'ok'), operations('me', 'ok')]).toEqual([1, 1]);
    expect([operations('hives', 'ok'), operations('hives', 'error')]).toEqual([undefined, 1]);
    const values = samples.flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /made|mine|one|propfind/i.test(value) && value !== 'none')).toEqual([]);
    expect(valueOf(samples, 'http_request_duration_seconds_count', { method: 'other' })).toBe(1);
  });

  test('cover statements, jobs, sessions, the process and its event loop', async () => {
    await importFile(anna, REGINE, bytesOf(REGINE));
    await awaitJobs(service.visitor(), 'import');
    // A session that has expired is not counted.
    const { account } = await service.register();
    await sql`update session set expires_at = now() where account_id = ${account.id}`.execute(
      service.services.orm.database.kysely,
    );
    const samples = await scrape();
    expect(
      valueOf(samples, 'queenbook_database_statement_seconds_count', { verb: 'select', outcome: 'ok' }),
    ).toBeGreaterThan(5);
    expect(valueOf(samples, 'queenbook_job_seconds_count', { queue: 'import', outcome: 'completed' })).toBe(1);
    for (const state of ['created', 'retry', 'active', 'failed']) {
      expect([state, valueOf(samples, 'queenbook_jobs', { queue: 'import', state })]).toEqual([state, 0]);
    }
    expect(valueOf(samples, 'queenbook_jobs', { queue: 'ebv-run', state: 'active' })).toBe(0);
    expect(valueOf(samples, 'queenbook_sessions')).toBe(1);
    expect(valueOf(samples, 'queenbook_database_up')).toBe(1);
    expect(valueOf(samples, 'queenbook_processes')).toBe(1);
    expect(valueOf(samples, 'http_requests_in_flight')).toBe(1);
    expect(valueOf(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    if (!service.services.orm.database.pglite) {
      expect(valueOf(samples, 'queenbook_database_connections', { state: 'waiting' })).toBe(0);
      expect(valueOf(samples, 'queenbook_database_connections', { state: 'idle' })).toBeGreaterThan(0);
      expect(valueOf(samples, 'queenbook_database_connections_limit')).toBe(5);
      expect(valueOf(samples, 'queenbook_replica_reads_total', { outcome: 'answered' })).toBe(0);
    }
  });

  test('are available if the database fails', async () => {
    const db = service.services.orm.database.kysely;
    await sql`alter table session rename to lost_session`.execute(db);
    const samples = await scrape();
    await sql`alter table lost_session rename to session`.execute(db);
    expect(valueOf(samples, 'queenbook_database_up')).toBe(0);
    expect(valueOf(samples, 'queenbook_sessions')).toBeUndefined();
    expect(valueOf(samples, 'http_request_duration_seconds_count')).toBeGreaterThan(0);
    const later = await scrape();
    expect(valueOf(later, 'queenbook_database_up')).toBe(1);
    const failed = { verb: 'select', outcome: 'error' };
    expect(valueOf(later, 'queenbook_database_statement_seconds_count', failed)).toBeGreaterThan(0);
  });
});

describe('access to metrics', () => {
  test.each(['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Forwarded', 'Via'])(
    'is denied to a request with the header %s, because a proxy has forwarded the request',
    async (name) => {
      const { status, body } = await service.visitor().get('/metrics', { headers: { [name]: '127.0.0.1' } });
      expect([status, body.code]).toEqual([403, 'address_not_allowed']);
    },
  );

  test('is denied to other machines', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
    // A machine without a network has no other address.
    if (outside === undefined) return;
    const server = httpServer(service.koa.callback());
    await new Promise<void>((resolve) => server.listen(0, outside, resolve));
    const { port } = server.address() as { port: number };
    const { status } = await new Client(`http://${outside}:${port}`).get('/metrics');
    server.closeAllConnections();
    server.close();
    expect(status).toBe(403);
  });

  test('requires the token if METRICS_TOKEN is set; other tokens are rejected', async () => {
    const closed = await startService({ METRICS_TOKEN: 'a token for prometheus' });
    try {
      const request = (headers: Record<string, string>) => closed.visitor().get('/metrics', { headers });
      const wrongToken = { Authorization: 'Bearer a-wrong-token-altogether' };
      expect((await request({})).status).toBe(401);
      expect(await request(wrongToken)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    } finally {
      await closed.close();
    }
    const open = await startService({ METRICS_TOKEN: 'a-token-for-prometheus' });
    try {
      const headers = { Authorization: 'Bearer a-token-for-prometheus', 'X-Forwarded-For': '192.0.2.7' };
      expect((await open.visitor().get('/metrics', { headers })).status).toBe(200);
    } finally {
      await open.close();
    }
  });

  test('is read-only', async () => {
    expect((await service.visitor().post('/metrics', {})).status).toBe(405);
  });
});
