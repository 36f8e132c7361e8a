import type { Context } from 'koa';

/** Appends to `Vary` without checking for duplicates, which `ctx.vary` does by parsing the header each time. */
export function varyBy(ctx: Context, headers: string): void {
  const before = ctx.res.getHeader('Vary') as string | undefined;
  ctx.res.setHeader('Vary', before ? `${before}, ${headers}` : headers);
}
