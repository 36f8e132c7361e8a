import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { readAtRevision, readForSessions, currentReadSession } from '../../../src/db/replicas/read-session.js';
import { ConfigError, readConfig } from '../../../src/core/config.js';
import { Logged } from '../../observability/captured-log.js';
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

/**
 * Makes a database pass for a replica, or for a primary.
 * @param role connects to the database; the default is the role of TEST_DATABASE_URL
 * @returns its address
 */
async function setFollowing({ environment }: TestDatabase, isFollowing: boolean, role?: string): Promise<string> {
  await onServer(
    environment.DATABASE_URL!,
    `create or replace function public.pg_is_in_recovery() returns boolean language sql as 'select ${isFollowing}'`,
  );
  const url = new URL(environment.DATABASE_URL!);
  if (role) Object.assign(url, { username: role, password: 'of a test' });
  url.searchParams.set('options', '-c search_path=public,pg_catalog');
  return url.href;
}

(server ? describe : describe.skip)('unusable replicas', () => {
  const role = `queenbook_test_${process.pid}_reader`;
  let database: TestDatabase;
  let service: TestService;
  const log: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await onServer(server!, `drop role if exists ${role}`, `create role ${role} login password 'of a test'`);
    // The first server is not a replica. The second server does not exist. The role of the third server cannot be
    // restricted by row-level security.
    const urls = [server, 'postgres://postgres@127.0.0.1:1/postgres', await setFollowing(database, true, role)];
    service = await startService(
      { DATABASE_REPLICA_URLS: urls.join(), LOG_LEVEL: 'warn' },
      { write: (line) => log.push(line) },
    );
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    await onServer(server!, `drop role if exists ${role}`);
  });

  test('receive no reads, and the service works without them', async () => {
    const anna = await service.register();
    const { body } = await anna.post('/api/v1/queens', { generation: 'F0', queen_name: 'Änne' });
    const { id } = (body as { data: { id: string } }).data;
    const probed = () => [1, 2, 3].filter((name) => log.join('').includes(`replica ${name} is not usable`));
    for (let request = 0, isProbed = false; !isProbed; request += 1) {
      isProbed = probed().length === 3;
      // Each query is different, so that no response is cached.
      const { body } = await anna.graphql(`query Q${request} { queen(id: "${id}") { name } queens { totalCount } }`);
      expect(body).toEqual({ data: { queen: { name: 'Änne' }, queens: { totalCount: 1 } } });
      const samples = readMetrics((await service.visitor().get('/metrics')).body as string);
      const reads = samples.filter(({ name }) => name === 'queenbook_replica_reads_total');
      expect(reads.map(({ value }) => value)).toEqual([0, 0, 0]);
    }
    expect(log.join('')).toMatch(/"err":\{[^}]*cannot switch to the role for row-level security/);
  });
});

/**
 * A second database takes the place of a replica. The test writes its rows, and gives them other names than on the
 * primary, so that a response shows which server was read.
 */
(server ? describe : describe.skip)('a replica', () => {
  let replica: TestDatabase;
  let service: TestService;
  const log = new Logged();
  const onReplica = (...statements: string[]) => onServer(replica.environment.DATABASE_URL!, ...statements);

  beforeAll(async () => {
    replica = await createTestDatabase();
    const DATABASE_REPLICA_URLS = await setFollowing(replica, true);
    service = await startService({ DATABASE_REPLICA_URLS, LOG_LEVEL: 'info' }, log);
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
  /**
   * Returns the names of the apiary and its hive. Each query is different, so that no response is cached.
   * @param further a further field of the query
   */
  async function namesOf({ anna, apiary }: { anna: AccountClient; apiary: string }, further = ''): Promise<string[]> {
    const { body } = await anna.graphql(
      `query Q${(requests += 1)} { apiary(id: "${apiary}") { name hives { name } } ${further} }`,
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

  /** Returns the numbers of reads by outcome. */
  async function outcomes(): Promise<Record<string, number>> {
    const samples = readMetrics((await service.visitor().get('/metrics')).body as string);
    const reads = samples.filter(({ name }) => name === 'queenbook_replica_reads_total');
    return Object.fromEntries(reads.map(({ labels, value }) => [labels.outcome!, value]));
  }

  test('is not read by a request whose response also depends on data without a revision, such as imports', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await namesOf(account, 'imports { totalCount }')).toEqual(['primary', 'primary']);
    await untilReplicaIsRead(account);
  });

  test('is not read while it lacks the last change of the account, and the metrics count it as behind', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    const before = await outcomes();
    expect(before.answered).toBeGreaterThanOrEqual(2);
    await account.anna.put(`/api/v1/apiaries/${account.apiary}`, { name: 'new' });
    // Some of these requests find the replica behind, and the others do not ask it again so soon.
    for (let attempt = 0; attempt < 30; attempt += 1) expect(await namesOf(account)).toEqual(['new', 'primary']);
    const { answered, behind, failed } = await outcomes();
    expect([answered, failed]).toEqual([before.answered, before.failed]);
    expect(behind).toBeGreaterThan(before.behind!);
  });

  test('is read again after it has closed a connection in the middle of a read; the primary answers this read', async () => {
    const account = await openAccount();
    await untilReplicaIsRead(account);
    const before = await outcomes();
    const holder = new pg.Client({ connectionString: replica.environment.DATABASE_URL });
    await holder.connect();
    try {
      await holder.query('begin; lock table apiary in access exclusive mode');
      const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      // On a slow machine, a read can reach its time limit before it is terminated. The primary then answers it, too.
      for (let isTerminated = false; !isTerminated;) {
        let isAnswered = false;
        const names = namesOf(account).finally(() => (isAnswered = true));
        while (!isTerminated && !isAnswered) isTerminated = (await onReplica(terminate)).length > 0;
        expect(await names).toEqual(['primary', 'primary']);
      }
    } finally {
      await holder.end();
    }
    expect((await outcomes()).failed).toBeGreaterThan(before.failed!);
    await log.where(({ msg }) => msg === 'replica 1 is down; reads go to another server');
    await log.where(({ msg }) => msg === 'replica 1 is available again');
    await untilReplicaIsRead(account);
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
    await setFollowing(replica, false);
    const account = await openAccount();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await namesOf(account)).toEqual(['primary', 'primary']);
    await setFollowing(replica, true);
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
