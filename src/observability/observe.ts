import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { OperationSummary } from './operation-summary.js';
import { accessLog } from './access-log.js';
import type { Metrics } from './metrics.js';
import { requestId } from './request-id.js';

declare module 'koa' {
  interface DefaultState {
    /** The id of the request. The response and all log lines of the request contain it. */
    requestId?: string;
    /** Summary of a GraphQL operation. */
    operation?: OperationSummary;
  }
}

/** Assigns a request id, and writes a log line (at `info`) and metrics when the response is finished. */
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
        isIncomplete: !res.writableFinished,
        identity: state.identity,
        operation,
      });
    });
    return next();
  };
}
