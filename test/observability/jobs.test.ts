import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { QUEUES } from '../../src/features/queues.js';
import { startService, type TestService } from '../support/service.js';
import { Logged } from './captured-log.js';

const log = new Logged();
let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'debug' }, log);
});
afterAll(() => service?.close());

// Regression: the log contained only "[object Object]".
test('errors of the job queue are logged with message, stack and queue', async () => {
  const db = service.services.orm.database.kysely;
  await sql`alter schema jobs rename to elsewhere`.execute(db);
  const ofQueue = (err: unknown) => (err as { queue?: string } | undefined)?.queue;
  const [line] = await log.where(({ err }) => ofQueue(err) !== undefined);
  await sql`alter schema elsewhere rename to jobs`.execute(db);
  expect(line).toMatchObject({
    msg: 'the job queue reported an error',
    err: {
      message: expect.stringContaining('does not exist'),
      code: '42P01',
      stack: expect.stringMatching(/^\s+at /),
    },
  });
  expect(QUEUES).toContain(ofQueue(line!.err));
});
