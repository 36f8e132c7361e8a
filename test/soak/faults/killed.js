import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writePopulation } from '../../../bench/population.js';
import { Client, importSample, SAMPLE_QUEENS, startService } from '../service.js';

export const about =
  'the service is killed (SIGKILL) during an import, bulk writes, a run of breeding values, and an account deletion';
export const databases = ['postgresql', 'embedded'];

const ROWS = 10_000;
const BULK = 1000;

export async function run({ environment, folder, random, check, print }) {
  const file = join(folder, 'queens.csv');
  await writePopulation(file, ROWS);
  const content = await readFile(file);
  let service = await startService(environment);
  const results = [];

  /**
   * Starts an operation, kills the service after a random delay, and starts the service again.
   * @param operation description of the operation
   * @returns the delay, and the response if the service sent a response
   */
  async function killDuring(operation, maxDelay, begin) {
    const delay = Math.round(random() * maxDelay);
    const pending = begin().catch(() => undefined);
    await setTimeout(delay);
    await service.end('SIGKILL');
    const response = await pending;
    print(`killed ${delay} ms after the start of ${operation}; response: ${response?.status ?? 'none'}`);
    service = await startService(environment);
    return { response, delay };
  }
  const signInAgain = async (email) => {
    const client = new Client(service.url);
    await client.signIn(email);
    return client;
  };
  const total = async (client, search = '') =>
    (await client.send('GET', `/api/v1/queens?limit=1${search}`)).body.page.total;

  async function importFile() {
    const client = new Client(service.url);
    await client.register('import@example.org');
    const { response, delay } = await killDuring('an import', 4000, () => client.upload('queens.csv', content));
    const after = await signInAgain('import@example.org');
    const imports = await after.must(200, 'GET', '/api/v1/imports');
    if (response?.status === 202) check(imports.length === 1, 'an acknowledged import is lost');
    for (const { id } of imports) {
      const ended = await waitForEnd(after, id);
      check(ended.status === 'completed', `the import ended as ${ended.status}: ${JSON.stringify(ended.errors)}`);
    }
    const rows = await total(after);
    check(rows === (imports.length > 0 ? ROWS : 0), `${rows} queens exist after ${imports.length} imports`);
    results.push(`import at ${delay} ms: ${rows} queens`);
  }

  /** Waits for the end of an import. Checks that all rows of the import exist, or none of them, at any moment. */
  async function waitForEnd(client, id) {
    for (;;) {
      const rows = await total(client);
      check(rows === 0 || rows === ROWS, `${rows} queens: the import is partial`);
      const current = await client.must(200, 'GET', `/api/v1/imports/${id}`);
      if (current.status !== 'queued' && current.status !== 'running') return current;
      await setTimeout(100);
    }
  }

  async function bulkWrites() {
    const client = new Client(service.url);
    await client.register('bulk@example.org');
    let acknowledged = 0;
    let sent = 0;
    const { delay } = await killDuring('bulk writes', 2500, async () => {
      for (;;) {
        sent += 1;
        const queens = Array.from({ length: BULK }, (_, index) => ({ queen_name: `bulk ${sent} ${index}` }));
        await client.must(201, 'POST', '/api/queens/f0/bulk', queens);
        acknowledged += 1;
      }
    });
    const rows = await total(await signInAgain('bulk@example.org'));
    check(rows % BULK === 0, `a bulk write is partial: ${rows} rows`);
    check(
      rows >= acknowledged * BULK,
      `acknowledged bulk writes are lost: ${rows} rows exist after ${acknowledged} bulk writes`,
    );
    check(rows <= sent * BULK, `${rows} rows exist after only ${sent} bulk writes`);
    results.push(`bulk at ${delay} ms: ${acknowledged} acknowledged, ${rows} rows`);
  }

  async function breedingValues() {
    const client = new Client(service.url);
    await client.register('values@example.org');
    await importSample(client);
    const startRun = () => client.send('POST', '/api/v1/ebv/runs', { traits: ['honey'] });
    const ranked = async (client) => (await client.send('GET', '/api/v1/ebv/ranking?limit=1')).body.page.total;
    const first = await startRun();
    const uninterrupted = await client.waitForEnd(`/api/v1/ebv/runs/${first.body.data.id}`);
    check(uninterrupted.status === 'completed', `a run ended as ${uninterrupted.status}`);
    const values = await ranked(client);
    check(values > 0, 'a run has no values');
    let id;
    const { delay } = await killDuring('a run of breeding values', 1500, async () => {
      const response = await startRun();
      id = response.body.data.id;
      return response;
    });
    const after = await signInAgain('values@example.org');
    const runs = await after.must(200, 'GET', '/api/v1/ebv/runs');
    if (id)
      check(
        runs.some((each) => each.id === id),
        'an acknowledged run is lost',
      );
    for (const each of runs) {
      const ended = await after.waitForEnd(`/api/v1/ebv/runs/${each.id}`);
      const clear = ended.status === 'completed' || (ended.status === 'failed' && ended.error);
      check(clear, `the run ended as ${ended.status}: ${ended.error}`);
    }
    check(
      (await ranked(after)) === values,
      'the interrupted run and an uninterrupted run have different numbers of values',
    );
    results.push(`run at ${delay} ms: ${runs.length} runs, ${values} ranked`);
  }

  async function deletion() {
    const email = 'leaving@example.org';
    const client = new Client(service.url);
    await client.register(email);
    await importSample(client);
    const { response, delay } = await killDuring('an account deletion', 500, () => client.leave());
    const after = new Client(service.url);
    const open = await after.signIn(email).then(
      () => true,
      () => false,
    );
    check(!(open && response?.status === 204), 'a deleted account exists again');
    if (open) {
      const rows = await total(after);
      check(rows === SAMPLE_QUEENS, `an account is partly deleted: ${rows} queens`);
    } else {
      // The service completes the interrupted deletion. The email address is then available again.
      const until = performance.now() + 15_000;
      let isAvailable = false;
      while (!isAvailable && performance.now() < until) {
        isAvailable = await after.register(email).then(
          () => true,
          () => false,
        );
        if (!isAvailable) await setTimeout(200);
      }
      check(isAvailable, 'an interrupted deletion was not completed');
      if (isAvailable) check((await total(after)) === 0, 'rows of a deleted account remain');
    }
    results.push(`account at ${delay} ms: ${open ? 'complete' : 'deleted'}`);
  }

  for (const part of [importFile, bulkWrites, breedingValues, deletion]) await part();
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
  return results.join('; ');
}
