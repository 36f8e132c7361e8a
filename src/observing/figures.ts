import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Services } from '../context.js';
import type { Metrics } from './metrics.js';

export type Told = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface Figures {
  type: string;
  own(): Promise<Told>;
  /** As text, with what the database tells. @param all own figures of each process */
  tell(all: Told[]): Promise<string>;
}

/** Milliseconds that the database is waited for: what it would tell is left out then. */
const PATIENCE = 1_000;

const OPEN_STATES = ['created', 'retry', 'active', 'failed'];

/** @param queues of jobs that there are, to tell of each even where nothing is in it */
export function openFigures(services: Pick<Services, 'orm'>, metrics: Metrics, queues: readonly string[]): Figures {
  const registry = ofThisProcess(services, metrics);
  const shared = ofTheDatabase(services, queues);
  return {
    type: Registry.PROMETHEUS_CONTENT_TYPE,
    own: () => registry.getMetricsAsJSON(),
    async tell(all) {
      return `${await AggregatorRegistry.aggregate(all).metrics()}\n${await shared()}`;
    },
  };
}

/** Processes are added up; delays of event loops are their mean, or the longest. */
function ofThisProcess({ orm }: Pick<Services, 'orm'>, metrics: Metrics): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const latency of [metrics.requests, metrics.operations, metrics.statements, metrics.jobs]) {
    registry.registerMetric(latency as never);
  }
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('http_requests_in_flight', 'Requests that are being answered.', () => metrics.inFlight);
  gauge('queenbook_processes', 'Processes that answer on this port and told of themselves.', () => 1);
  const { pool } = orm.database;
  if (!pool) return registry;
  new Counter({
    name: 'queenbook_replica_reads_total',
    help: 'Statements that a replica might answer: answered by one, or by the primary, as it was behind or failed.',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(metrics.replicaReads)) this.inc({ outcome }, count);
    },
  });
  const connections = {
    name: 'queenbook_database_connections',
    help: 'Connections to the database: busy and idle ones, and requests that wait for one.',
    labelNames: ['state'] as const,
  };
  new Gauge({
    ...connections,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  gauge('queenbook_database_connections_limit', 'Connections that these processes may hold.', () => pool.options.max);
  return registry;
}

interface Counts {
  jobs: { queue: string; state: string; count: number }[] | null;
  sessions: number;
}

/** What stands in the database and is the same for all processes; only that it does not answer, where it does not. */
function ofTheDatabase({ orm }: Pick<Services, 'orm'>, queues: readonly string[]): () => Promise<string> {
  /** One question at a time, also where the database takes long. */
  let asked: Promise<Counts | undefined> | undefined;
  const ask = async (): Promise<Counts | undefined> => {
    const { rows } = await sql<Counts>`
      select (select count(*)::integer from session where expires_at > now()) as sessions,
        (select json_agg(t) from (
          select name as queue, state::text as state, count(*)::integer as count from jobs.job
          where state::text in (${sql.join(OPEN_STATES)}) group by 1, 2) t) as jobs`.execute(orm.database.kysely);
    return rows[0];
  };
  return async () => {
    asked ??= ask()
      .catch(() => undefined)
      .finally(() => (asked = undefined));
    const counts = await Promise.race([asked, setTimeout(PATIENCE, undefined, { ref: false })]);
    const registry = new Registry();
    const registers = [registry];
    const up = 'Whether the database answered, within a second.';
    new Gauge({ name: 'queenbook_database_up', help: up, registers }).set(counts ? 1 : 0);
    if (counts) {
      const help = 'Sessions that have not ended.';
      new Gauge({ name: 'queenbook_sessions', help, registers }).set(counts.sessions);
      const jobs = new Gauge({
        name: 'queenbook_jobs',
        help: 'Jobs by queue and state: created and retry wait, active are being done, failed were given up.',
        labelNames: ['queue', 'state'] as const,
        registers,
      });
      for (const queue of queues) for (const state of OPEN_STATES) jobs.set({ queue, state }, 0);
      for (const { queue, state, count } of counts.jobs ?? []) jobs.set({ queue, state }, count);
    }
    return registry.metrics();
  };
}
