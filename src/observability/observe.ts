import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { OperationSummary } from './operation-summary.js';
import type { Metrics } from './metrics.js';
import { requestId } from './request-id.js';

declare module 'koa' {
  interface DefaultState {
    /** The id of the request. The response and all log lines of the request contain it. */
    requestId?: string;
    /** Summary of a GraphQL operation. */
    operation?: OperationSummary;
    /** The caller, for log lines and traces. */
    caller?: { accountId: string; keyId?: string } | null;
  }
}

const MAX_LOGGED_FIELDS = 10;

/** Assigns a request id, and writes a log line (at `info`) and metrics when the response is finished. */
export function observe(log: Logger, metrics: Metrics, routeOf: (path: string) => string): Middleware {
  // The lines contain only ids, numbers and names of the program. Redaction would make a line four times as expensive.
  const requests = log.child({}, { redact: [] });
  return (ctx, next) => {
    const { req, res, state, method, path } = ctx;
    const id = requestId(ctx.get('X-Request-Id'));
    state.requestId = id;
    res.setHeader('X-Request-Id', id);
    const began = performance.now();
    const { socket } = req;
    const before = socket.bytesWritten;
    metrics.inFlight += 1;
    res.once('close', () => {
      metrics.inFlight -= 1;
      const milliseconds = performance.now() - began;
      const route = routeOf(path);
      const status = res.headersSent ? res.statusCode : undefined;
      const { operation, caller } = state;
      metrics.request(milliseconds, method, route, status, operation);
      requests.info(
        {
          request: id,
          method,
          route,
          operation: operation && `${operation.type} ${operation.fields.slice(0, MAX_LOGGED_FIELDS).join(' ')}`,
          // Absent if the client disconnected before the response.
          status,
          ms: Math.round(milliseconds * 100) / 100,
          // Includes headers.
          bytes: socket.bytesWritten - before,
          account: caller?.accountId,
          key: caller?.keyId,
          // Only a part of the response was sent.
          cut: res.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    return next();
  };
}
