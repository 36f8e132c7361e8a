import type { Asked } from '../graphql/asked.js';
import type { Outcome } from '../replicas/replica.js';
import { Latency } from './latency.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const VERBS: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with']);

/** What this process counts from its start; `/metrics` tells it. To note something takes less than a microsecond. */
export class Metrics {
  readonly requests = new Latency(
    'http_request_duration_seconds',
    'Requests by method, route and class of status (none: the client left before an answer), to the last byte sent.',
    ['method', 'route', 'status'],
  );
  readonly operations = new Latency(
    'graphql_operation_duration_seconds',
    'GraphQL requests by each root field that they ask for, with the time of the whole request.',
    ['type', 'field', 'outcome'],
  );
  readonly statements = new Latency(
    'queenbook_database_statement_seconds',
    'Statements of the service (not of the job queue), waiting for a connection not included.',
    ['verb', 'outcome'],
  );
  readonly jobs = new Latency('queenbook_job_seconds', 'Jobs that this process has done, or tried.', [
    'queue',
    'outcome',
  ]);
  inFlight = 0;
  /** Statements that a replica might answer, by what became of them. */
  readonly replicaReads: Record<Outcome, number> = { answered: 0, behind: 0, failed: 0 };

  request(milliseconds: number, method: string, route: string, status: number | undefined, asked?: Asked): void {
    const known = METHODS.has(method) ? method : 'other';
    this.requests.observe(milliseconds, known, route, status === undefined ? 'none' : `${Math.floor(status / 100)}xx`);
    if (!asked) return;
    const outcome = asked.failed ? 'error' : 'ok';
    for (const field of asked.fields) this.operations.observe(milliseconds, asked.type, field, outcome);
  }

  statement(sql: string, milliseconds: number, error: unknown): void {
    const verb = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? '';
    this.statements.observe(milliseconds, VERBS.has(verb) ? verb : 'other', error === undefined ? 'ok' : 'error');
  }
}
