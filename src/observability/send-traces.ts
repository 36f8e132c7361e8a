import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../core/config.js';
import { VERSION } from '../core/version.js';
import { withoutValues } from './sql-text.js';
import type { Traces } from './traces.js';

/** Maximum time for which the shutdown waits for the collector. Spans that are not sent by then are lost. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

type Settings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG' | 'DATABASE_URL'
>;

/** Sends traces. Names and attributes contain only names of the program and ids, never paths, variables or values. */
export function sendTraces(endpoint: string, settings: Settings): Traces {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: 5_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME, 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('queenbook', VERSION);
  const spans = new AsyncLocalStorage<Span>();

  const begin = (name: string, kind: SpanKind, attributes: Attributes, startTime?: number): Span => {
    const parent = spans.getStore();
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return tracer.startSpan(name, { kind, attributes, startTime }, context);
  };
  const fail = (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR });
  const inSpan = async <Result>(span: Span, work: () => Promise<Result>, beforeEnd?: () => void): Promise<Result> => {
    try {
      return await spans.run(span, work);
    } catch (error) {
      fail(span);
      throw error;
    } finally {
      beforeEnd?.();
      span.end();
    }
  };

  return {
    request: (routeOf) => (ctx, next) => {
      const { req, res, state, method, path } = ctx;
      const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
      const span = tracer.startSpan(method, options, contextOf(req.headers.traceparent));
      res.once('close', () => {
        const route = routeOf(path);
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.route': route,
          'queenbook.request.id': state.requestId,
          'queenbook.account.id': state.caller?.accountId,
          ...(res.headersSent && { 'http.response.status_code': res.statusCode }),
        });
        if (!res.headersSent || res.statusCode >= 500) fail(span);
        span.end();
      });
      return spans.run(span, next);
    },
    operation(work, summary) {
      const span = begin('graphql', SpanKind.INTERNAL, {});
      return inSpan(span, work, () => {
        const { type, fields, failed } = summary() ?? {};
        if (!type || !fields) return;
        span.updateName(`${type} ${fields.slice(0, 3).join(' ')}`);
        span.setAttributes({ 'graphql.operation.type': type, 'queenbook.graphql.fields': [...fields] });
        if (failed) fail(span);
      });
    },
    job: (queue, work) => inSpan(begin(`job ${queue}`, SpanKind.CONSUMER, { 'queenbook.queue': queue }), work),
    statement(sql, milliseconds, error) {
      // Statements outside a request or job, such as polling, are omitted, because each statement would be a separate
      // trace.
      if (!spans.getStore()?.isRecording()) return;
      const end = performance.timeOrigin + performance.now();
      const text = withoutValues(sql);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = begin(/\w+/.exec(text)?.[0].toLowerCase() ?? 'sql', SpanKind.CLIENT, attributes, end - milliseconds);
      if (error !== undefined) fail(span);
      span.end(end);
    },
    async close() {
      const done = provider.shutdown().catch(() => undefined);
      await Promise.race([done, setTimeout(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function contextOf(header: string | string[] | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  // The API ignores a parent whose ids are all zeros.
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true });
}
