import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { withAdvisoryLock } from '../../../src/db/advisory-lock.js';
import { requeueImports, resumeImports, runImport } from '../../../src/features/imports/import-job.js';
import { factories } from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { download } from './archives.js';
import { csv } from './files.js';
import { importFile, waitForEnd, type ImportBody } from './uploads.js';

/**
 * Uploads a file while the job queue is not available.
 * @param fields options of the upload
 * @param content a file; its name does not matter
 * @returns a client, and the id of the import without a job
 */
async function uploadWithoutQueue(
  { services, register }: TestService,
  fields: Record<string, string> = {},
  content: string | Uint8Array = csv([{ queen_name: 'Anna' }]),
) {
  const client = await register();
  const db = services.orm.database.kysely;
  await sql`alter schema jobs rename to jobs_away`.execute(db);
  const response = await client.upload('/api/imports', 'queens.csv', content, fields);
  await sql`alter schema jobs_away rename to jobs`.execute(db);
  expect(response.status).toBe(500);
  const { body } = await client.get('/api/v1/imports');
  const [{ id }] = body.data as [ImportBody];
  return { client, id };
}

/** Returns the number of jobs for an import. */
async function countJobs({ services }: TestService, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from jobs.job where data ->> 'id' = ${id}`.execute(services.orm.database.kysely);
  return rows[0]!.count;
}

// Regression: an import without a job stayed queued until a restart, and ten such imports blocked the account.
test('an import whose job could not be sent is processed later by exactly one job', async () => {
  const service = await startService({}, undefined, { requeue: 50 });
  try {
    const { client, id } = await uploadWithoutQueue(service);
    expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', created: { queens: 1 } });
    expect(await countJobs(service, id)).toBe(1);
  } finally {
    await service.close();
  }
});

test('an import whose process has ended is processed by a new job', async () => {
  const service = await startService();
  try {
    const { client, id } = await uploadWithoutQueue(service);
    await sql`update import set status = 'running' where id = ${id}`.execute(service.services.orm.database.kysely);
    await requeueImports(service.services);
    expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', created: { queens: 1 } });
  } finally {
    await service.close();
  }
});

test('decisions about a file are refused while the file waits for its check, and are possible after the check', async () => {
  const service = await startService({}, undefined, { requeue: 86_400_000 });
  try {
    const { client, id } = await uploadWithoutQueue(service, { dry_run: 'true' });
    const decide = () => client.post(`/api/v1/imports/${id}/decisions`, { skip_faulty: true });
    const refused = await decide();
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'import_running']);
    await requeueImports(service.services);
    expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', dry_run: true });
    expect((await decide()).status).toBe(202);
    expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', dry_run: true });
  } finally {
    await service.close();
  }
});

test('the restore of an export is refused if the account was empty only when the export was uploaded', async () => {
  const service = await startService({}, undefined, { requeue: 86_400_000 });
  try {
    const owner = await service.register();
    expect((await owner.post('/api/queens/f0', { queen_name: 'Anna' })).status).toBe(201);
    const { client, id } = await uploadWithoutQueue(service, {}, await download(owner));
    expect((await client.post('/api/queens/f0', { queen_name: 'Berta' })).status).toBe(201);
    await requeueImports(service.services);
    expect(await waitForEnd(client, id)).toMatchObject({
      status: 'failed',
      error_count: 1,
      errors: [{ row: null, code: 'account_not_empty' }],
    });
    const { body } = await client.get('/api/queens');
    expect(body.data).toMatchObject([{ queen_name: 'Berta' }]);
  } finally {
    await service.close();
  }
});

test('the rows of an import without a job remain while other imports of the account end; the next start deletes only rows of interrupted uploads', async () => {
  const service = await startService();
  try {
    const { client, id } = await uploadWithoutQueue(service);
    const { orm } = service.services;
    const staged = async () => {
      const { rows } = await sql<{ import_id: string }>`select import_id from import_draft`.execute(
        orm.database.kysely,
      );
      return rows.map(({ import_id }) => import_id);
    };
    await importFile(client, 'other.csv', csv([{ queen_name: 'Berta' }]));
    await importFile(client, 'faulty.csv', csv([{ queen_name: 'Cora', birth_date: 'wrong' }]));
    const interrupted = await factories(orm.database.kysely).import(client.account.id, { status: 'receiving' });
    // On a PostgreSQL server, another process may still receive a recent upload.
    await sql`update import set created_at = now() - interval '2 days' where id = ${interrupted}`.execute(
      orm.database.kysely,
    );
    for (const importId of [interrupted, client.account.id])
      await sql`
        insert into import_draft (account_id, import_id, "row", id, evaluation_id, cells, digest)
        values (${client.account.id}, ${importId}, 2, ${importId}, ${importId}, '{Dora}', gen_random_uuid())`.execute(
        orm.database.kysely,
      );
    expect(await staged()).toEqual([id, interrupted, client.account.id]);
    await resumeImports(service.services);
    expect((await client.get('/api/v1/imports')).body.page.total).toBe(3);
    expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', created: { queens: 1 } });
    expect(await staged()).toEqual([]);
  } finally {
    await service.close();
  }
});

// Runs only on a database server. One process never runs two searches at the same time, and only one process can use an
// embedded database.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'if several processes search for imports without a job at the same time, they send only one job for an import',
  async () => {
    const service = await startService();
    try {
      const { client, id } = await uploadWithoutQueue(service);
      await Promise.all(Array.from({ length: 4 }, () => requeueImports(service.services)));
      await waitForEnd(client, id);
      expect(await countJobs(service, id)).toBe(1);
    } finally {
      await service.close();
    }
  },
);

// Regression: after the breeder has decided about a checked file, a process reads the file again. Another process that
// started in the meantime also read it. All rows were then staged twice, and the import failed with an internal error.
(process.env.TEST_DATABASE_URL ? test : test.skip)(
  'if two processes get a job for the same checked file, only one of them reads and applies it',
  async () => {
    const service = await startService();
    try {
      const client = await service.register();
      const file = csv([{ queen_name: 'Anna' }, { queen_name: 'Berta' }]);
      const { id } = await importFile(client, 'queens.csv', file, { dry_run: 'true' });
      const db = service.services.orm.database.kysely;
      await sql`update import set status = 'queued', dry_run = false, is_staged = false where id = ${id}`.execute(db);
      const job = { accountId: client.account.id, id };
      service.statements.length = 0;
      const readings = () => service.statements.filter((text) => /update import set format/.test(text));
      // As in a process that is working on the import.
      await withAdvisoryLock(service.services.orm.database, id, async () => {
        await runImport(service.services, job);
        expect(readings()).toEqual([]);
      });
      await runImport(service.services, job);
      expect(readings()).toHaveLength(1);
      expect(await waitForEnd(client, id)).toMatchObject({ status: 'completed', created: { queens: 2 } });
      const { rows } = await sql`select from import_draft where import_id = ${id}`.execute(db);
      expect(rows).toEqual([]);
    } finally {
      await service.close();
    }
  },
);
