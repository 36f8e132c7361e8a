import type pg from 'pg';
import type { Database } from '../../src/database.js';

/** A statement as it went to the database. */
export interface Sent {
  text: string;
  values: unknown[];
}

type Query = (query: string | { text: string; values?: unknown[] }, values?: unknown) => unknown;

/** Hears every statement of a service with what is bound to it, whoever sends it: before it, the database itself. */
export function hearStatements({ pool, pglite }: Database): () => Sent[] {
  let sent: Sent[] = [];
  const heard = new WeakSet<object>();
  const hear = (client: { query: unknown }) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = (client.query as Query).bind(client);
    client.query = (given: Parameters<Query>[0], ...rest: [values?: unknown]) => {
      const [text, values] = typeof given === 'string' ? [given, rest[0]] : [given.text, given.values ?? rest[0]];
      if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
      return query(given, ...rest);
    };
  };
  pool?.on('acquire', (client: pg.PoolClient) => hear(client as never));
  if (pglite) hear(pglite as never);
  return () => {
    const heardSoFar = sent;
    sent = [];
    return heardSoFar;
  };
}
