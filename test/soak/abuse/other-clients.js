// Sends requests of other clients during an attack. A separate thread sends these requests, so that the work of the
// attack in this process does not increase the measured latency.
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client } from '../service.js';

const CLIENTS = 4;
/** The pause between two requests of one client, in milliseconds. */
const PAUSE = 50;

/** Sends requests until `stop()` is called. `since()` returns the results of requests that began after a time. */
export function startOtherClients(program) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url: program.url, headers: program.headers } });
  const responses = [];
  worker.on('message', (response) => responses.push(response));
  return {
    since: (at) => responses.filter((response) => response.began >= at),
    async stop() {
      worker.postMessage('stop');
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
}

/** Returns the 99th percentile of the latency in milliseconds. */
export function p99(responses) {
  const sorted = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}

async function sendRequests({ url, headers }) {
  const program = Object.assign(new Client(url), { headers });
  const [queen] = (await program.must(200, 'GET', '/api/v1/queens?limit=1&sort=-birth_date')) ?? [];
  const pedigree =
    'query ($id: ID!) { queen(id: $id) { name pedigree(depth: SEVEN) { ancestors { queen { id name } } } } }';
  const kinds = [
    () => program.send('GET', '/api/v1/queens?limit=50'),
    () => program.send('GET', `/api/v1/queens/${queen.id}`),
    () => program.send('GET', `/api/v1/queens/${queen.id}/pedigree?depth=5`),
    () => program.send('POST', '/graphql', { query: pedigree, variables: { id: queen.id } }),
    () => program.send('PUT', `/api/v1/queens/${queen.id}`, { notes: `changed at ${performance.now()}` }),
    () => program.send('GET', '/readyz'),
  ];
  let isRunning = true;
  parentPort.once('message', () => (isRunning = false));
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let count = client; isRunning; count += 1) {
        const startedAt = Date.now();
        const start = performance.now();
        const { status, body } = await kinds[count % kinds.length]().catch((error) => ({
          status: error.cause?.code ?? error.name,
        }));
        const isCorrect = status === 200 && !body?.errors;
        parentPort.postMessage({
          began: startedAt,
          ms: performance.now() - start,
          status,
          wrong: isCorrect ? undefined : JSON.stringify(body ?? '').slice(0, 200),
        });
        await setTimeout(PAUSE);
      }
    }),
  );
  process.exit(0);
}

if (!isMainThread) await sendRequests(workerData);
