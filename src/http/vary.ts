import type { Context } from 'koa';

/**
 * Adds to `Vary` what nothing else adds to it. (`ctx.vary` takes the header apart each time to see that it does not stand
 * there yet.)
 */
export function varyBy(ctx: Context, headers: string): void {
  const before = ctx.res.getHeader('Vary') as string | undefined;
  ctx.res.setHeader('Vary', before ? `${before}, ${headers}` : headers);
}
