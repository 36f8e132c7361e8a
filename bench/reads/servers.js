import pg from 'pg';
import { startServer, stop } from '../service.js';
import { count } from './count.js';
import { serve } from './database.js';
import { load } from './load.js';
import { peerQuestions, SMART_TAG } from './peer-questions.js';
import { questions } from './questions.js';

/** Starts the service of a checkout. @param label prefix of the names of its rows */
export function service(place, options, { checkout, label = '' } = {}) {
  const ask = (server) =>
    questions({ ...place, ...server }).map((question) => ({ ...question, name: label + question.name }));
  return runningServer(place, options, (url) => serve(url, checkout), ask);
}

export async function peer(place, options) {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(SMART_TAG);
  await client.end();
  const command = ['bench/reads/postgraphile.js'];
  const start = (url) =>
    startServer(command, { ...process.env, DATABASE_URL: url, NODE_ENV: 'production', GRAPHILE_ENV: 'production' });
  return runningServer(place, options, start, (server) => peerQuestions({ ...place, ...server }));
}

/** Counts the statements of a server, then starts it again for measurements. */
async function runningServer(place, options, start, ask) {
  const wanted = (server) => ask(server).filter(({ name }) => options.cases.test(name));
  const counts = await count(place.url, start, wanted);
  const server = await start(place.url);
  const ready = new Set();
  return {
    questions: wanted(server),
    counts: ({ name }) => counts.get(name),
    async measure(question) {
      if (!ready.has(question)) await question.prepare?.();
      ready.add(question);
      return load(server, question, options);
    },
    stop: () => stop(server.child),
  };
}
