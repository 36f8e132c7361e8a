import { setTimeout } from 'node:timers/promises';
import { query } from '../cluster.js';
import { isGood, slowest, tally } from '../load.js';
import { finish, startUnderLoad } from './under-load.js';

export const about = 'a replica lags, hangs, stops and starts again, while the primary works';
export const databases = ['postgresql'];

/** The maximum time of a read in milliseconds: 5 s to wait for a replica, 2 s for the result, and a margin. */
const TIMEOUT_MS = 7500;

export async function run({ cluster, environment, random, short, check, print }) {
  const name = new URL(environment.DATABASE_URL).pathname.slice(1);
  const replica = await cluster.follower();
  const other = await cluster.follower();
  const unreachable = 'postgres://postgres@127.0.0.1:1/unreachable';
  const DATABASE_REPLICA_URLS = `${replica.url(name)},${unreachable},${other.url(name)}`;
  const under = await startUnderLoad({ ...environment, DATABASE_REPLICA_URLS }, random, 4);
  const { client, program, load } = under;
  const reads = () => readsOf(client);
  const length = short ? 1000 : 5000;
  const results = [];

  const writers = startWriters(program, random);
  /** Waits, and checks that reads with the outcome `outcome` occurred and that all responses were successful. */
  async function phase(description, outcome, milliseconds = length) {
    print(description);
    const [before, at] = [await reads(), performance.now()];
    await setTimeout(milliseconds);
    const after = await reads();
    const grown = after[outcome] - before[outcome];
    const responses = load.since(at);
    check(grown > 0, `${description}: no read had the outcome "${outcome}"`);
    check(responses.length > 0 && responses.every(isGood), `${description}: ${tally(responses)}`);
    results.push(
      `${description}: ${grown} reads with the outcome "${outcome}", slowest response ${slowest(responses)} ms`,
    );
  }

  await until(async () => (await reads()).answered > 0);
  await phase('the replica works', 'answered');
  await query(replica.url(name), 'select pg_wal_replay_pause()');
  await phase('the replay of the replica is paused', 'behind');
  await query(replica.url(name), 'select pg_wal_replay_resume()');
  await phase('the replay of the replica continues', 'answered');
  replica.freeze();
  await phase('the replica hangs', 'failed', TIMEOUT_MS + length);
  check(slowest(load.responses) < TIMEOUT_MS + 2000, `a request needed ${slowest(load.responses)} ms`);
  replica.thaw();
  await setTimeout(2500);
  await phase('the replica responds again', 'answered');
  replica.stop('immediate');
  print('the replica is stopped');
  const stopped = performance.now();
  await setTimeout(length);
  check(load.since(stopped).every(isGood), `while the replica was stopped: ${tally(load.since(stopped))}`);
  replica.start();
  await setTimeout(2500);
  await phase('the replica is started again', 'answered');

  await Promise.all([load.stop(), writers.stop()]);
  for (const stale of writers.stale.slice(0, 5)) check(false, stale);
  check(writers.reads > 20, `there were only ${writers.reads} reads of rows that were just written`);
  await finish(under, check);
  return `${results.join('; ')}; ${writers.reads} reads of rows that were just written`;
}

/** Starts writers. After each write, a random kind of read must return the new row. */
function startWriters(program, random, writers = 2) {
  const stale = [];
  let reads = 0;
  let isRunning = true;
  const graphql = async (query, variables) => (await program.send('POST', '/graphql', { query, variables })).body.data;
  const readers = {
    rest: async (id) => (await program.send('GET', `/api/v1/queens/${id}`)).body.data?.queen_name,
    pedigree: async (id) =>
      (await program.send('GET', `/api/v1/queens/${id}/pedigree?depth=3`)).body.data?.tree?.queen_name,
    graphql: async (id) => (await graphql('query ($id: ID!) { queen(id: $id) { name } }', { id })).queen?.name,
    list: async (id, name) =>
      (await graphql('query ($name: String!) { queens(filter: { search: $name }) { nodes { name } } }', { name }))
        .queens.nodes[0]?.name,
  };
  async function write(place) {
    const { data } = (
      await program.send('POST', '/api/v1/queens', { generation: 'F0', queen_name: `written by ${place}` })
    ).body;
    for (let round = 0; isRunning; round += 1) {
      const name = `written by ${place} ${round}`;
      const { status, body } = await program.send('PUT', `/api/v1/queens/${data.id}`, {
        generation: 'F0',
        queen_name: name,
      });
      if (status !== 200) {
        stale.push(`a change of a queen was rejected: ${status} ${JSON.stringify(body)}`);
        return;
      }
      const names = Object.keys(readers);
      const reader = names[Math.floor(random() * names.length)];
      const returned = await readers[reader](data.id, name);
      reads += 1;
      if (returned !== name) stale.push(`${reader} returned "${returned}" after "${name}" was acknowledged`);
    }
  }
  const writing = Array.from({ length: writers }, (_, place) => write(place));
  return {
    stale,
    get reads() {
      return reads;
    },
    async stop() {
      isRunning = false;
      await Promise.all(writing);
    },
  };
}

/** Returns the number of reads that a replica could run, by outcome. */
async function readsOf(client) {
  const { body } = await client.send('GET', '/metrics');
  return Object.fromEntries(
    [...body.matchAll(/^queenbook_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
      outcome,
      Number(count),
    ]),
  );
}

async function until(holds) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await holds()) return;
    await setTimeout(50);
  }
  throw new Error('The expected state was not reached.');
}
