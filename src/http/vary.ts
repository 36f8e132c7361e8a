import type { Context } from 'koa';

/** Appends to `Vary` without a check for duplicates. `ctx.vary` checks for them, and parses the header each time. */
export function varyBy(ctx: Context, headers: string): void {
  const before = ctx.res.getHeader('Vary') as string | undefined;
  ctx.res.setHeader('Vary', before ? `${before}, ${headers}` : headers);
}
