import { hash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { Registry } from 'prom-client';
import { isInSubnets, parsePeer } from '../core/addresses.js';
import { bearerOf } from '../auth/bearer.js';
import type { Config } from '../core/config.js';
import type { Services } from '../graphql/context.js';
import { ServiceError } from '../core/errors.js';
import { requireGet } from '../http/methods.js';
import { clusterMetrics } from '../observability/across-workers.js';
import { addProcessMetrics, databaseMetrics } from './metrics.js';
import type { Metrics } from '../observability/metrics.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** A request with one of these headers came through a proxy, so its client may be on another machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip', 'via'];

/**
 * Serves `/metrics` for Prometheus. The metrics contain no data of accounts, but they show the load. Therefore, if
 * `METRICS_TOKEN` is set, only clients with this token may read them. Otherwise, only clients on this machine may.
 */
export function metricsEndpoint(services: Services, metrics: Metrics, queues: readonly string[]): Middleware {
  addProcessMetrics(services, metrics);
  const ofProcesses = clusterMetrics(metrics.registry);
  const ofDatabase = databaseMetrics(services, queues);
  const answer = async (ctx: Context): Promise<void> => {
    requireGet(ctx);
    ctx.set('Cache-Control', 'no-store');
    checkMetricsAccess(ctx, services.config);
    const parts = await Promise.all([ofProcesses(), ofDatabase()]);
    ctx.type = Registry.PROMETHEUS_CONTENT_TYPE;
    ctx.body = parts.join('\n');
  };
  return (ctx, next) => (ctx.path === '/metrics' ? answer(ctx) : next());
}

function checkMetricsAccess(ctx: Context, { METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>): void {
  if (METRICS_TOKEN !== undefined) {
    if (isSame(bearerOf(ctx) ?? '', METRICS_TOKEN)) return;
    throw new ServiceError('unauthenticated', 'Send METRICS_TOKEN as "Authorization: Bearer <token>".', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  const peer = parsePeer(ctx.req.socket.remoteAddress);
  const isHere =
    peer !== null && isInSubnets(LOOPBACK, peer) && PROXY_HEADERS.every((name) => !(name in ctx.req.headers));
  if (isHere) return;
  throw new ServiceError(
    'address_not_allowed',
    'Metrics are available only on this machine. To read them from another machine, set METRICS_TOKEN.',
  );
}

const digest = (text: string) => hash('sha256', text, 'buffer');
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
