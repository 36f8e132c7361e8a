import type { OperationSummary } from './operation-summary.js';
import { Histogram, Registry } from 'prom-client';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const VERBS: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with']);

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Outcome of a statement that a replica could run. */
export type ReplicaOutcome = 'answered' | 'behind' | 'failed';

/** Metrics of this process for `/metrics`. Labels have few values, and clients cannot add new values. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = this.histogram(
    'http_request_duration_seconds',
    'Duration of requests until the last byte was sent, by method, route and status class (none: the client disconnected).',
    ['method', 'route', 'status'],
  );
  private readonly operations = this.histogram(
    'graphql_operation_duration_seconds',
    'Duration of GraphQL requests, for each root field that they select.',
    ['type', 'field', 'outcome'],
  );
  private readonly statements = this.histogram(
    'queenbook_database_statement_seconds',
    'Duration of database statements (not of the job queue), without the time to get a connection.',
    ['verb', 'outcome'],
  );
  private readonly jobs = this.histogram('queenbook_job_seconds', 'Duration of jobs that this process has run.', [
    'queue',
    'outcome',
  ]);
  inFlight = 0;
  /** Number of statements that a replica could run, by outcome. */
  readonly replicaReads: Record<ReplicaOutcome, number> = { answered: 0, behind: 0, failed: 0 };

  request(
    milliseconds: number,
    method: string,
    route: string,
    status: number | undefined,
    operation?: OperationSummary,
  ): void {
    const known = METHODS.has(method) ? method : 'other';
    const statusClass = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
    this.requests.observe({ method: known, route, status: statusClass }, milliseconds / 1000);
    if (!operation) return;
    const outcome = operation.failed ? 'error' : 'ok';
    for (const field of operation.fields) {
      this.operations.observe({ type: operation.type, field, outcome }, milliseconds / 1000);
    }
  }

  statement(sql: string, milliseconds: number, error: unknown): void {
    const verb = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? '';
    const labels = { verb: VERBS.has(verb) ? verb : 'other', outcome: error === undefined ? 'ok' : 'error' };
    this.statements.observe(labels, milliseconds / 1000);
  }

  job(milliseconds: number, queue: string, outcome: 'completed' | 'failed'): void {
    this.jobs.observe({ queue, outcome }, milliseconds / 1000);
  }

  private histogram(name: string, help: string, labelNames: string[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers: [this.registry] });
  }
}
