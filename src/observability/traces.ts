import type { Middleware } from 'koa';
import type { OperationSummary } from './operation-summary.js';

/** Reports spans of requests and jobs to an OpenTelemetry collector. */
export interface Traces {
  /**
   * Wraps a request. If the request has a `traceparent` header, the span becomes a part of the trace that the header
   * names.
   */
  request(routeOf: (path: string) => string): Middleware;
  /**
   * Wraps a GraphQL operation.
   * @param summary returns the summary of the operation after its execution
   */
  operation<Result>(work: () => Promise<Result>, summary: () => OperationSummary | undefined): Promise<Result>;
  /** Wraps a job. */
  job<Result>(queue: string, work: () => Promise<Result>): Promise<Result>;
  /** Called after each statement. Only statements within a request or job are reported. */
  statement(sql: string, milliseconds: number, error: unknown): void;
  /** Sends the remaining spans, if the collector responds quickly. */
  close(): Promise<void>;
}
