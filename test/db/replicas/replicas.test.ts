import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readAtRevision, readForSessions, currentReadSession } from '../../../src/db/replicas/read-session.js';
import { ConfigError, readConfig } from '../../../src/core/config.js';
import { readMetrics } from '../../observability/prometheus-samples.js';
import { startService, type TestService } from '../../support/service.js';

/** `npm run soak -- --only replica` tests that real replicas receive reads and never return stale rows. */
const server = process.env.TEST_DATABASE_URL;

test('DATABASE_REPLICA_URLS is a list of addresses, and requires DATABASE_URL', () => {
  const wrong = { DATABASE_URL: 'postgres://a/b', SESSION_SECRET: 'a secret for the tests only' };
  expect(() => readConfig({ DATABASE_REPLICA_URLS: 'postgres://a/b' })).toThrow(ConfigError);
  expect(() => readConfig({ ...wrong, DATABASE_REPLICA_URLS: 'postgres://a/b,b' })).toThrow(
    'DATABASE_REPLICA_URLS must be a list of postgres:// addresses',
  );
  expect(readConfig({ ...wrong, DATABASE_REPLICA_URLS: 'postgres://a/b, postgresql://c/b' })).toMatchObject({
    DATABASE_REPLICA_URLS: ['postgres://a/b', 'postgresql://c/b'],
  });
});

(server ? describe : describe.skip)('unusable replicas', () => {
  let service: TestService;
  beforeAll(async () => {
    // The first server is not a replica. The second server does not exist.
    service = await startService({ DATABASE_REPLICA_URLS: `${server},postgres://postgres@127.0.0.1:1/postgres` });
  });
  afterAll(() => service?.close());

  test('receive no reads, and the service works without them', async () => {
    const anna = await service.register();
    const { body } = await anna.post('/api/v1/queens', { generation: 'F0', queen_name: 'Änne' });
    const { id } = (body as { data: { id: string } }).data;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { body } = await anna.graphql(`{ queen(id: "${id}") { name } queens { totalCount } }`);
      expect(body).toEqual({ data: { queen: { name: 'Änne' }, queens: { totalCount: 1 } } });
    }
    const samples = readMetrics((await service.visitor().get('/metrics')).body as string);
    const reads = samples.filter(({ name }) => name === 'queenbook_replica_reads_total');
    expect(reads.map(({ value }) => value)).toEqual([0, 0, 0]);
  });
});

describe('one read for several requests', () => {
  const [one, another] = [{ name: 'one' }, { name: 'another' }];
  const inRequest = (revision: number) => readAtRevision(revision, () => currentReadSession()!);

  test('goes to a replica that is recent enough for all of them; later reads of these requests go to the same replica', async () => {
    const all = [inRequest(3), inRequest(5), inRequest(4)];
    await readForSessions(all, async () => {
      expect(currentReadSession()).toEqual({ revision: 5 });
      currentReadSession()!.server = one;
    });
    expect(all.map(({ server }) => server)).toEqual([one, one, one]);
  });

  test('goes to the primary if the requests used different replicas, or if one request needs the primary', async () => {
    const [first, second] = [inRequest(3), inRequest(3)];
    first.server = one;
    second.server = another;
    await readForSessions([first, second], async () => expect(currentReadSession()?.server).toBeNull());
    expect([first.server, second.server]).toEqual([null, null]);
    const third = inRequest(3);
    await readForSessions([third, undefined], async () => expect(currentReadSession()).toBeUndefined());
    expect(third.server).toBeNull();
  });

  test('does not move a request back to a replica after the request has used the primary', async () => {
    const request = inRequest(3);
    await readForSessions([request], async () => {
      currentReadSession()!.server = one;
      request.server = null;
    });
    expect(request.server).toBeNull();
  });
});
