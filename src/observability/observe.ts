import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { OperationSummary } from './operation-summary.js';
import { accessLog } from './access-log.js';
import type { Metrics } from './metrics.js';
import { requestId } from './request-id.js';

declare module 'koa' {
  interface DefaultState {
    /** Of this request, in its answer and in every line of the log that is about it. */
    requestId?: string;
    /** What is asked for, where it is GraphQL. */
    operation?: OperationSummary;
  }
}

/** Gives each request its id, and notes how it went once its answer is sent: a line in the log at `info`, and a time. */
export function observe(log: Logger, metrics: Metrics, routeOf: (path: string) => string): Middleware {
  const write = accessLog(log);
  return (ctx, next) => {
    const { req, res, state, method, path } = ctx;
    const id = requestId(ctx.get('X-Request-Id'));
    state.requestId = id;
    res.setHeader('X-Request-Id', id);
    const began = performance.now();
    const { socket } = req;
    const before = write ? socket.bytesWritten : 0;
    metrics.inFlight += 1;
    res.once('close', () => {
      metrics.inFlight -= 1;
      const milliseconds = performance.now() - began;
      const route = routeOf(path);
      const status = res.headersSent ? res.statusCode : undefined;
      const { operation } = state;
      metrics.request(milliseconds, method, route, status, operation);
      write?.({
        id,
        method,
        route,
        status,
        milliseconds,
        bytes: socket.bytesWritten - before,
        isCut: !res.writableFinished,
        identity: state.identity,
        operation,
      });
    });
    return next();
  };
}
