import { setTimeout } from 'node:timers/promises';
import { ask } from '../cluster.js';
import { isGood, slowest, tally } from '../load.js';
import { finish, startUnderLoad } from './under-load.js';

export const about = 'a replica lags, hangs, is stopped and started, while the primary works';
export const databases = ['postgresql'];

/** Milliseconds: a replica is waited for 5 s, and 2 more for the result. */
const TIMEOUT_MS = 7500;

export async function run({ cluster, environment, random, short, check, say }) {
  const name = new URL(environment.DATABASE_URL).pathname.slice(1);
  const replica = await cluster.follower();
  const other = await cluster.follower();
  const nobody = 'postgres://postgres@127.0.0.1:1/nobody';
  const DATABASE_REPLICA_URLS = `${replica.url(name)},${nobody},${other.url(name)}`;
  const under = await startUnderLoad({ ...environment, DATABASE_REPLICA_URLS }, random, 4);
  const { client, program, load } = under;
  const reads = () => readsOf(client);
  const length = short ? 1000 : 5000;
  const seen = [];

  const writers = startWriters(program, random);
  /** @returns number of statements that the replica answered meanwhile */
  async function phase(what, wanted, milliseconds = length) {
    say(what);
    const [before, at] = [await reads(), performance.now()];
    await setTimeout(milliseconds);
    const after = await reads();
    const grown = after[wanted] - before[wanted];
    const answers = load.since(at);
    check(grown > 0, `${what}: no read was "${wanted}"`);
    check(answers.length > 0 && answers.every(isGood), `${what}: ${tally(answers)}`);
    seen.push(`${what}: ${grown} ${wanted}, at most ${slowest(answers)} ms`);
  }

  await until(async () => (await reads()).answered > 0);
  await phase('the replica works', 'answered');
  await ask(replica.url(name), 'select pg_wal_replay_pause()');
  await phase('the replica is paused', 'behind');
  await ask(replica.url(name), 'select pg_wal_replay_resume()');
  await phase('the replica continues', 'answered');
  replica.freeze();
  await phase('the replica hangs', 'failed', TIMEOUT_MS + length);
  check(slowest(load.answers) < TIMEOUT_MS + 2000, `a request took ${slowest(load.answers)} ms`);
  replica.thaw();
  await setTimeout(2500);
  await phase('the replica answers again', 'answered');
  replica.stop('immediate');
  say('stopped');
  const stopped = performance.now();
  await setTimeout(length);
  check(load.since(stopped).every(isGood), `stopped: ${tally(load.since(stopped))}`);
  replica.start();
  await setTimeout(2500);
  await phase('the replica is started again', 'answered');

  await Promise.all([load.stop(), writers.stop()]);
  for (const stale of writers.stale.slice(0, 5)) check(false, stale);
  check(writers.looks > 20, `only ${writers.looks} reads of rows that were just written`);
  await finish(under, check);
  return `${seen.join('; ')}; ${writers.looks} looks at what was just written`;
}

/** Writes, and checks at once that every kind of read of a replica returns the row. */
function startWriters(program, random, writers = 2) {
  const stale = [];
  let looks = 0;
  let going = true;
  const graphql = async (query, variables) => (await program.ask('POST', '/graphql', { query, variables })).body.data;
  const ways = {
    rest: async (id) => (await program.ask('GET', `/api/v1/queens/${id}`)).body.data?.queen_name,
    pedigree: async (id) =>
      (await program.ask('GET', `/api/v1/queens/${id}/pedigree?depth=3`)).body.data?.tree?.queen_name,
    graphql: async (id) => (await graphql('query ($id: ID!) { queen(id: $id) { name } }', { id })).queen?.name,
    list: async (id, name) =>
      (await graphql('query ($name: String!) { queens(filter: { search: $name }) { nodes { name } } }', { name }))
        .queens.nodes[0]?.name,
  };
  async function write(place) {
    const { data } = (
      await program.ask('POST', '/api/v1/queens', { generation: 'F0', queen_name: `looked at ${place}` })
    ).body;
    for (let turn = 0; going; turn += 1) {
      const name = `looked at ${place} ${turn}`;
      const { status, body } = await program.ask('PUT', `/api/v1/queens/${data.id}`, {
        generation: 'F0',
        queen_name: name,
      });
      if (status !== 200) {
        stale.push(`a change of a queen: ${status} ${JSON.stringify(body)}`);
        return;
      }
      const names = Object.keys(ways);
      const way = names[Math.floor(random() * names.length)];
      const told = await ways[way](data.id, name);
      looks += 1;
      if (told !== name) stale.push(`${way} returned "${told}" after "${name}" was acknowledged`);
    }
  }
  const writing = Array.from({ length: writers }, (_, place) => write(place));
  return {
    stale,
    get looks() {
      return looks;
    },
    async stop() {
      going = false;
      await Promise.all(writing);
    },
  };
}

/** Statements that a replica could answer, by outcome. */
async function readsOf(client) {
  const { body } = await client.ask('GET', '/metrics');
  return Object.fromEntries(
    [...body.matchAll(/^queenbook_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
      outcome,
      Number(count),
    ]),
  );
}

async function until(holds) {
  for (let look = 0; look < 200; look += 1) {
    if (await holds()) return;
    await setTimeout(50);
  }
  throw new Error('The expected state was not reached.');
}
