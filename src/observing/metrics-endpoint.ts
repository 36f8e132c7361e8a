import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { liesIn, parseAddress } from '../access/addresses.js';
import { bearerOf } from '../access/bearer.js';
import type { Config } from '../config.js';
import type { Services } from '../context.js';
import { ServiceError } from '../errors.js';
import { onlyGet } from '../rest/methods.js';
import { gatherFigures } from './across-workers.js';
import type { Figures } from './figures.js';
import type { Metrics } from './metrics.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** Whatever passed a proxy bears one of these: it came from elsewhere, though the proxy may be here. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip', 'via'];

/**
 * `/metrics`, for Prometheus. It tells nothing of any account, but how busy the service is and what it is asked: so it is
 * told to programs on this machine alone, or to whoever presents `METRICS_TOKEN`, where that is set.
 */
export function metricsEndpoint(services: Services, metrics: Metrics, queues: readonly string[]): Middleware {
  let figures: Promise<Figures> | undefined;
  // What puts figures into words is loaded when somebody first asks: a start has no use for it.
  const open = () =>
    (figures ??= import('./figures.js').then(({ openFigures }) => openFigures(services, metrics, queues)));
  const gather = gatherFigures(async () => (await open()).own());
  const answer = async (ctx: Context): Promise<void> => {
    onlyGet(ctx);
    ctx.set('Cache-Control', 'no-store');
    admit(ctx, services.config);
    const { type, tell } = await open();
    const text = await tell(await gather());
    ctx.type = type;
    ctx.body = text;
  };
  return (ctx, next) => (ctx.path === '/metrics' ? answer(ctx) : next());
}

function admit(ctx: Context, { METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>): void {
  if (METRICS_TOKEN !== undefined) {
    if (isSame(bearerOf(ctx) ?? '', METRICS_TOKEN)) return;
    throw new ServiceError('unauthenticated', 'Present METRICS_TOKEN as "Authorization: Bearer <token>".', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  const peer = parseAddress((ctx.req.socket.remoteAddress ?? '').replace(/%.*$/, ''));
  const isHere = peer !== null && liesIn(LOOPBACK, peer) && FORWARDED.every((name) => !(name in ctx.req.headers));
  if (isHere) return;
  throw new ServiceError(
    'address_not_allowed',
    'Metrics are told on this machine alone, unless METRICS_TOKEN is set for this service and presented.',
  );
}

const hash = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));
