import pg from 'pg';

/** A statement as sent to the database. */
export interface Sent {
  text: string;
  values: unknown[];
}

type Query = (this: unknown, query: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => unknown;

/** Records all statements that this process sends to a server, with their parameters. */
export function recordStatements(): () => Sent[] {
  let sent: Sent[] = [];
  const client = pg.Client.prototype as { query: unknown };
  const query = client.query as Query;
  const recordingQuery: Query = function (given, ...rest) {
    const [text, values] = typeof given === 'string' ? [given, rest[0]] : [given.text, given.values ?? rest[0]];
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
    return query.call(this, given, ...rest);
  };
  client.query = recordingQuery;
  return () => {
    const recorded = sent;
    sent = [];
    return recorded;
  };
}
