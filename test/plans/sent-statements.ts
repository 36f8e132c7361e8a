import pg from 'pg';

/** A statement with its parameters, as sent to the database. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

type Query = (this: unknown, query: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => unknown;

/**
 * Records all statements that this process sends to a server. Each call of the returned function returns the statements
 * since its previous call.
 */
export function recordStatements(): () => SentStatement[] {
  let sent: SentStatement[] = [];
  const client = pg.Client.prototype as { query: unknown };
  const query = client.query as Query;
  const recordingQuery: Query = function (statement, ...rest) {
    const [text, values] =
      typeof statement === 'string' ? [statement, rest[0]] : [statement.text, statement.values ?? rest[0]];
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
    return query.call(this, statement, ...rest);
  };
  client.query = recordingQuery;
  return () => {
    const recorded = sent;
    sent = [];
    return recorded;
  };
}
