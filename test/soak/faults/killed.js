import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writePopulation } from '../../../bench/population.js';
import { Client, importSample, SAMPLE_QUEENS, startService } from '../service.js';

export const about =
  'the service is killed (SIGKILL) during an import, bulk writes, a run of breeding values, an account deletion';
export const databases = ['postgresql', 'embedded'];

const ROWS = 10_000;
const BULK = 1000;

export async function run({ environment, folder, random, check, say }) {
  const file = join(folder, 'queens.csv');
  await writePopulation(file, ROWS);
  const content = await readFile(file);
  let service = await startService(environment);
  const seen = [];

  /**
   * Kills the service this long after something was started, and starts it again.
   * @returns the response, if any
   */
  async function killDuring(what, maxDelay, begin) {
    const delay = Math.round(random() * maxDelay);
    const answering = begin().catch(() => undefined);
    await setTimeout(delay);
    await service.end('SIGKILL');
    const response = await answering;
    say(`killed ${delay} ms into ${what}; answered ${response?.status ?? 'nothing'}`);
    service = await startService(environment);
    return { response, delay };
  }
  const again = async (email) => {
    const client = new Client(service.url);
    await client.signIn(email);
    return client;
  };
  const total = async (client, search = '') =>
    (await client.send('GET', `/api/v1/queens?limit=1${search}`)).body.page.total;

  async function anImport() {
    const client = new Client(service.url);
    await client.register('import@example.org');
    const { response, delay } = await killDuring('an import', 4000, () => client.upload('queens.csv', content));
    const after = await again('import@example.org');
    const imports = await after.must(200, 'GET', '/api/v1/imports');
    if (response?.status === 202) check(imports.length === 1, 'an import that was acknowledged is lost');
    for (const { id } of imports) {
      const ended = await waitForEnd(after, id);
      check(ended.status === 'completed', `the import ended as ${ended.status}: ${JSON.stringify(ended.errors)}`);
    }
    const rows = await total(after);
    check(rows === (imports.length > 0 ? ROWS : 0), `${rows} queens of ${imports.length} imports`);
    seen.push(`import at ${delay} ms: ${rows} queens`);
  }

  /** An unfinished import has all of its rows or none. */
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
    const rows = await total(await again('bulk@example.org'));
    check(rows % BULK === 0, `a bulk write is partial: ${rows} rows`);
    check(rows >= acknowledged * BULK, `acknowledged bulk writes are lost: ${rows} rows of ${acknowledged}`);
    check(rows <= sent * BULK, `${rows} rows of ${sent} bulk writes`);
    seen.push(`bulk at ${delay} ms: ${acknowledged} acknowledged, ${rows} rows`);
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
    const after = await again('values@example.org');
    const runs = await after.must(200, 'GET', '/api/v1/ebv/runs');
    if (id)
      check(
        runs.some((each) => each.id === id),
        'a run that was acknowledged is lost',
      );
    for (const each of runs) {
      const ended = await after.waitForEnd(`/api/v1/ebv/runs/${each.id}`);
      const clear = ended.status === 'completed' || (ended.status === 'failed' && ended.error);
      check(clear, `the run ended as ${ended.status}: ${ended.error}`);
    }
    check((await ranked(after)) === values, 'the values of the run differ from those of an uninterrupted run');
    seen.push(`run at ${delay} ms: ${runs.length} runs, ${values} ranked`);
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
      // Interrupted work is completed automatically, and then the e-mail address can be used again.
      const until = performance.now() + 15_000;
      let anew = false;
      while (!anew && performance.now() < until) {
        anew = await after.register(email).then(
          () => true,
          () => false,
        );
        if (!anew) await setTimeout(200);
      }
      check(anew, 'an interrupted deletion was not completed');
      if (anew) check((await total(after)) === 0, 'rows of a deleted account remain');
    }
    seen.push(`account at ${delay} ms: ${open ? 'complete' : 'deleted'}`);
  }

  for (const part of [anImport, bulkWrites, breedingValues, deletion]) await part();
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
  return seen.join('; ');
}
