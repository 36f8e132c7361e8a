import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { createProbe } from '../db/probe.js';
import type { Services } from '../graphql/context.js';
import type { Metrics } from '../observability/metrics.js';

/** Maximum time to wait for the database. After this time, the metrics of the database are omitted. */
const DATABASE_TIMEOUT_SECONDS = 1;

const JOB_STATES = ['created', 'retry', 'active', 'failed'];

/**
 * Adds metrics of this process. The values of several processes are summed, except event-loop delays (their average,
 * minimum or maximum is reported), the start time (omitted) and the version of Node (that of one process).
 */
export function addProcessMetrics({ orm }: Pick<Services, 'orm'>, metrics: Metrics): void {
  const registers = [metrics.registry];
  collectDefaultMetrics({ register: metrics.registry });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('http_requests_in_flight', 'Requests in flight.', () => metrics.inFlight);
  gauge('queenbook_processes', 'Processes that serve this port and reported metrics.', () => 1);
  const { pool, pglite } = orm.database;
  if (pglite) return;
  new Counter({
    name: 'queenbook_replica_reads_total',
    help: 'Statements that a replica could run, by outcome: "answered" if the replica ran the statement, "behind" if the replica lagged behind the primary, "failed" if the replica failed. In the last two cases, the primary ran the statement.',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(metrics.replicaReads)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'queenbook_database_connections',
    help: 'Database connections that are busy or idle, and requests that are waiting for a connection.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const state of ['busy', 'idle', 'waiting'] as const) this.set({ state }, pool[state]);
    },
  });
  gauge('queenbook_database_connections_limit', 'Maximum number of database connections.', () => pool.max);
}

interface Counts {
  jobs: { queue: string; state: string; count: number }[] | null;
  sessions: number;
}

/**
 * Metrics of the database, which are the same for all processes. If the database does not respond, only
 * `queenbook_database_up` is reported.
 * @param queues job queues. Empty queues are also reported.
 */
export function databaseMetrics({ orm }: Pick<Services, 'orm'>, queues: readonly string[]): () => Promise<string> {
  const probe = createProbe(DATABASE_TIMEOUT_SECONDS, async () => {
    const { rows } = await sql<Counts>`
      select (select count(*)::integer from session where expires_at > now()) as sessions,
        (select json_agg(t) from (
          select name as queue, state::text as state, count(*)::integer as count from jobs.job
          where state::text in (${sql.join(JOB_STATES)}) group by 1, 2) t) as jobs`.execute(orm.database.kysely);
    return rows[0];
  });
  return async () => {
    const counts = await probe();
    const registry = new Registry();
    const registers = [registry];
    const up = 'Whether the database responded within a second.';
    new Gauge({ name: 'queenbook_database_up', help: up, registers }).set(counts ? 1 : 0);
    if (counts) {
      const help = 'Active sessions.';
      new Gauge({ name: 'queenbook_sessions', help, registers }).set(counts.sessions);
      const jobs = new Gauge({
        name: 'queenbook_jobs',
        help: 'Jobs by queue and state. Jobs in the states created and retry are waiting, active jobs are running, and failed jobs are not retried.',
        labelNames: ['queue', 'state'] as const,
        registers,
      });
      for (const queue of queues) for (const state of JOB_STATES) jobs.set({ queue, state }, 0);
      for (const { queue, state, count } of counts.jobs ?? []) jobs.set({ queue, state }, count);
    }
    return registry.metrics();
  };
}
