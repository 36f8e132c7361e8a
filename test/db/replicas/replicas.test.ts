import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readAtRevision, readForSessions, currentReadSession } from '../../../src/db/replicas/read-session.js';
import { ConfigError, readConfig } from '../../../src/core/config.js';
import { readMetrics } from '../../observability/prometheus-samples.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { onServer } from '../../support/global-setup.js';
import { startService, type AccountClient, type TestService } from '../../support/service.js';

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
  const log: string[] = [];
  beforeAll(async () => {
    // The first server is not a replica. The second server does not exist.
    const DATABASE_REPLICA_URLS = `${server},postgres://postgres@127.0.0.1:1/postgres`;
    service = await startService({ DATABASE_REPLICA_URLS, LOG_LEVEL: 'warn' }, { write: (line) => log.push(line) });
  });
  afterAll(() => service?.close());

  test('receive no reads, and the service works without them', async () => {
    const anna = await service.register();
    const { body } = await anna.post('/api/v1/queens', { generation: 'F0', queen_name: 'Änne' });
    const { id } = (body as { data: { id: string } }).data;
    const probed = () => [1, 2].filter((name) => log.join('').includes(`replica ${name} is not usable`));
    for (let request = 0, isProbed = false; !isProbed; request += 1) {
      isProbed = probed().length === 2;
      // Each query is different, so that no response is cached.
      const { body } = await anna.graphql(`query Q${request} { queen(id: "${id}") { name } queens { totalCount } }`);
      expect(body).toEqual({ data: { queen: { name: 'Änne' }, queens: { totalCount: 1 } } });
      const samples = readMetrics((await service.visitor().get('/metrics')).body as string);
      const reads = samples.filter(({ name }) => name === 'queenbook_replica_reads_total');
      expect(reads.map(({ value }) => value)).toEqual([0, 0, 0]);
    }
  });
});

/**
 * A second database takes the place of a replica. The test writes its rows, and gives them other names than on the
 * primary, so that a response shows which server was read.
 */
(server ? describe : describe.skip)('a replica', () => {
  let replica: TestDatabase;
  let service: TestService;
  const onReplica = (...statements: string[]) => onServer(replica.environment.DATABASE_URL!, ...statements);
  const setFollowing = (isFollowing: boolean) =>
    onReplica(
      `create or replace function public.pg_is_in_recovery() returns boolean language sql as 'select ${isFollowing}'`,
    );

  beforeAll(async () => {
    replica = await createTestDatabase();
    await setFollowing(true);
    const url = new URL(replica.environment.DATABASE_URL!);
    url.searchParams.set('options', '-c search_path=public,pg_catalog');
    service = await startService({ DATABASE_REPLICA_URLS: url.href });
  });
  afterAll(async () => {
    await service?.close();
    await replica?.drop();
  });

  /** Creates an account with an apiary and a hive on both servers. */
  async function openAccount(): Promise<{ anna: AccountClient; apiary: string }> {
    const anna = await service.register();
    const { id } = anna.account;
    const { body } = await anna.post('/api/v1/apiaries', { name: 'primary' });
    const apiary = (body as { data: { id: string } }).data.id;
    await anna.post('/api/v1/hives', { name: 'primary', apiary_id: apiary });
    await onReplica(
      `insert into account (id, email, name, password_hash) values ('${id}', '${id}@test.example', 'Anna', 'x')`,
      `insert into apiary (account_id, id, name) values ('${id}', '${apiary}', 'replica')`,
      `insert into hive (account_id, id, name, apiary_id) values ('${id}', gen_random_uuid(), 'replica', '${apiary}')`,
    );
    const [row] = await service.services.orm.database.pool
      .query('select revision from change_clock where account_id = $1', [id])
      .then(({ rows }) => rows as { revision: string }[]);
    await setRevision(anna, Number(row!.revision));
    return { anna, apiary };
  }

  const setRevision = ({ account }: AccountClient, revision: number) =>
    onReplica(`update change_clock set revision = ${revision} where account_id = '${account.id}'`);

  let requests = 0;
  /** Returns the names of the apiary and its hive. Each query is different, so that no response is cached. */
  async function namesOf({ anna, apiary }: { anna: AccountClient; apiary: string }): Promise<string[]> {
    const { body } = await anna.graphql(
      `query Q${(requests += 1)} { apiary(id: "${apiary}") { name hives { name } } }`,
    );
    const { data } = body as { data: { apiary: { name: string; hives: { name: string }[] } } };
    return [data.apiary.name, ...data.apiary.hives.map(({ name }) => name)];
  }

  async function untilReplicaIsRead(account: Parameters<typeof namesOf>[0]): Promise<void> {
    while ((await namesOf(account)).join() !== 'replica,replica') await setTimeout(10);
  }

  test('is read by accounts whose last change has reached it', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    expect(await namesOf(account)).toEqual(['replica', 'replica']);
  });

  test('is not read while it lacks the last change of the account', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    await account.anna.put(`/api/v1/apiaries/${account.apiary}`, { name: 'new' });
    // Some of these requests find the replica behind, and the others do not ask it again so soon.
    for (let attempt = 0; attempt < 30; attempt += 1) expect(await namesOf(account)).toEqual(['new', 'primary']);
  });

  test('is no longer read by a request after one of its reads has failed', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    await onReplica('alter table apiary rename to apiary_elsewhere');
    expect(await namesOf(account)).toEqual(['primary', 'primary']);
    await onReplica('alter table apiary_elsewhere rename to apiary');
    await untilReplicaIsRead(account);
  });

  test('is not read after it became a primary', async () => {
    await untilReplicaIsRead(await openAccount());
    await setFollowing(false);
    const account = await openAccount();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await namesOf(account)).toEqual(['primary', 'primary']);
    await setFollowing(true);
    await untilReplicaIsRead(account);
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
