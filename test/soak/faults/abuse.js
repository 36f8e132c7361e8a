import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ResponseLog } from '../abuse/check-response.js';
import { expensiveQueries } from '../abuse/expensive.js';
import { fileBombs } from '../abuse/files.js';
import { p99, startOtherClients } from '../abuse/other-clients.js';
import { mutatedInputs, mutatedQueries } from '../abuse/inputs.js';
import { foreignIds } from '../abuse/foreign-ids.js';
import { brokenHttp, largeBodies } from '../abuse/large.js';
import { queryBombs } from '../abuse/queries.js';
import { pipelined, slowBodies, slowHeaders, slowReaders } from '../abuse/slow.js';
import { Client, importSample, startService } from '../service.js';

export const about =
  'slow, large, deeply nested and malformed requests and files, while another breeder continues to work';
export const databases = ['postgresql', 'embedded'];

const ATTACKS = [
  slowHeaders,
  slowBodies,
  slowReaders,
  pipelined,
  largeBodies,
  brokenHttp,
  queryBombs,
  fileBombs,
  expensiveQueries,
  mutatedQueries,
  mutatedInputs,
  foreignIds,
];
/** The limit for the 99th percentile of the latency of other clients during an attack. */
const MAX_P99_MS = 500;
/** The allowed growth of the service's memory in megabytes, over all attacks. */
const MAX_GROWTH_MB = 150;
const LARGE = 20_000;

export async function run({ environment, random, short, attack: only, inputs, check, print }) {
  const service = await startService({
    ...environment,
    ACCOUNTS_PER_HOUR: '0',
    KEY_CREATIONS_PER_HOUR: '10000',
    FAILED_KEYS_PER_MINUTE: '0',
  });
  const { url } = service;
  const victim = new Client(url);
  await victim.register('victim@example.org');
  await importSample(victim);
  const attackers = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const client = new Client(url);
      await client.register(`attacker-${n}@example.org`);
      return client;
    }),
  );
  const [first] = attackers;
  await importSample(first);
  // The rows are larger than the buffers of a connection, also after compression.
  const noise = () => randomBytes(1500).toString('base64');
  const large = Array.from({ length: short ? 500 : LARGE }, (_, n) => `Large ${n},${noise()}`);
  for (const client of attackers) {
    const { body } = await client.upload('large.csv', `queen_name,notes\n${large.join('\n')}`);
    await client.waitForEnd(`/api/v1/imports/${body.data.id}`);
  }
  const program = await first.program();
  const started = await program.must(202, 'POST', '/api/v1/ebv/runs', {});
  await program.waitForEnd(`/api/v1/ebv/runs/${started.id}`);
  await program.must(201, 'POST', '/api/v1/apiaries', { name: 'Hill' });
  await program.must(201, 'POST', '/api/v1/hives', { name: '1' });
  const lists = [
    'queens?limit=100',
    'queens/f1?limit=5',
    'queens/evaluations',
    'apiaries',
    'hives',
    'ebv/runs',
    'imports',
  ];
  const listed = await Promise.all(lists.map((list) => program.must(200, 'GET', `/api/v1/${list}`)));
  const ids = listed.flatMap((list) => list.slice(0, 100).map(({ id }) => id));
  const otherClients = startOtherClients(await victim.program());
  await setTimeout(3000);
  const before = service.memory();
  let maxMemory = before;
  const watch = setInterval(() => (maxMemory = Math.max(maxMemory, service.memory())), 250);
  watch.unref();

  const percentiles = [];
  for (const attack of ATTACKS.filter(({ name }) => !only || name.includes(only))) {
    const responseLog = new ResponseLog();
    const startedAt = Date.now();
    maxMemory = 0;
    const outcome = await attack.run({
      url,
      program,
      attackers,
      victim,
      other: victim,
      ids,
      random,
      short,
      inputs: inputs ?? (short ? 10 : 10_000),
      responseLog,
      print,
      check: (holds, message) => check(holds, `${attack.name}: ${message}`),
    });
    // Effects of an attack may appear only a moment later.
    await setTimeout(1000);
    const responses = otherClients.since(startedAt);
    for (const [, message] of responseLog.faults) check(false, `${attack.name}: ${message}`);
    const wrong = responses.filter((response) => response.wrong !== undefined);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    print(`${attack.name}, ${seconds} s: ${outcome}`);
    print(
      `  other clients: p99 ${p99(responses)} ms of ${responses.length} requests, ${wrong.length} failed; memory at most ${maxMemory} MB`,
    );
    const { exitCode, signalCode } = service.child;
    if (exitCode !== null || signalCode !== null) {
      throw new Error(
        `${attack.name}: the service ended (${exitCode ?? signalCode}): ${service.output().slice(-2000)}`,
      );
    }
    check(wrong.length === 0, `${attack.name}: other clients received ${wrong[0]?.status} ${wrong[0]?.wrong}`);
    // The short form only prints times, because the machine may be busy.
    check(short || p99(responses) < MAX_P99_MS, `${attack.name}: p99 of other clients was ${p99(responses)} ms`);
    percentiles.push(p99(responses));
  }
  clearInterval(watch);
  await otherClients.stop();
  let after = service.memory();
  // Waits until the memory is released, for at most 90 s. The short form does not wait.
  for (let wait = 0; !short && wait < 90 && after > before + MAX_GROWTH_MB; wait += 1) {
    await setTimeout(1000);
    after = service.memory();
  }
  check(
    short || after <= before + MAX_GROWTH_MB,
    `memory was not released: ${before} MB before, ${after} MB 90 s after the attacks`,
  );
  check(!/Warning/.test(service.output()), `the process printed warnings: ${service.output().slice(0, 2000)}`);
  check((await service.end('SIGTERM')) === 0, 'the service did not stop cleanly');
  return `p99 of other clients at most ${Math.max(...percentiles)} ms; memory ${before} → ${after} MB`;
}
