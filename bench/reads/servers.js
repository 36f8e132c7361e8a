import pg from 'pg';
import { startServer, stop } from '../service.js';
import { count } from './count.js';
import { serve } from './database.js';
import { load } from './load.js';
import { peerCases, SMART_TAG } from './peer-cases.js';
import { serviceCases } from './cases.js';

/**
 * Starts the service from a checkout.
 * @param label prefix of row names for this server
 */
export function service(place, options, { checkout, label = '' } = {}) {
  const casesOf = (server) =>
    serviceCases({ ...place, ...server }).map((readCase) => ({ ...readCase, name: label + readCase.name }));
  return runningServer(place, options, (url) => serve(url, checkout), casesOf);
}

export async function peer(place, options) {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(SMART_TAG);
  await client.end();
  const command = ['bench/reads/postgraphile.js'];
  const start = (url) =>
    startServer(command, { ...process.env, DATABASE_URL: url, NODE_ENV: 'production', GRAPHILE_ENV: 'production' });
  return runningServer(place, options, start, (server) => peerCases({ ...place, ...server }));
}

/** Counts the statements of a server, then starts the server again for measurements. */
async function runningServer(place, options, start, casesOf) {
  const selectedCases = (server) => casesOf(server).filter(({ name }) => options.cases.test(name));
  const counts = await count(place.url, start, selectedCases);
  const server = await start(place.url);
  const ready = new Set();
  return {
    cases: selectedCases(server),
    counts: ({ name }) => counts.get(name),
    async measure(readCase) {
      if (!ready.has(readCase)) await readCase.prepare?.();
      ready.add(readCase);
      return load(server, readCase, options);
    },
    stop: () => stop(server.child),
  };
}
