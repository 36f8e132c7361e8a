import pg from 'pg';

/** A statement as it went to the database. */
export interface Sent {
  text: string;
  values: unknown[];
}

type Query = (this: unknown, query: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => unknown;

/** Hears every statement that this process sends to a server from now on, with what is bound to it. */
export function hearStatements(): () => Sent[] {
  let sent: Sent[] = [];
  const client = pg.Client.prototype as { query: unknown };
  const query = client.query as Query;
  const hear: Query = function (given, ...rest) {
    const [text, values] = typeof given === 'string' ? [given, rest[0]] : [given.text, given.values ?? rest[0]];
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
    return query.call(this, given, ...rest);
  };
  client.query = hear;
  return () => {
    const heardSoFar = sent;
    sent = [];
    return heardSoFar;
  };
}
