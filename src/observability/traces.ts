import type { Middleware } from 'koa';
import type { OperationSummary } from './operation-summary.js';

/** Tells a collector of OpenTelemetry what requests and jobs spend their time on. */
export interface Traces {
  /** Around a request, as part of the trace that its `traceparent` names, if it names one. */
  request(routeOf: (path: string) => string): Middleware;
  /** Around a GraphQL operation. @param asked what it turned out to ask for */
  operation<Result>(work: () => Promise<Result>, asked: () => OperationSummary | undefined): Promise<Result>;
  /** Around a job. */
  job<Result>(queue: string, work: () => Promise<Result>): Promise<Result>;
  /** After a statement of any of these. */
  statement(sql: string, milliseconds: number, error: unknown): void;
  /** Sends what has not been sent, as long as the collector takes it in without delay. */
  close(): Promise<void>;
}
