import type { Context } from 'koa';

/** `Basic` is no key: it belongs to a proxy that asks for a password before anything gets here. */
export function bearsKey(ctx: Context): boolean {
  return authorizations(ctx).some((header) => header !== '' && !/^basic\b/i.test(header));
}

/** What the request presents as its key (RFC 6750, 2.1); null where that is nothing clear, such as two of them. */
export function bearerOf(ctx: Context): string | null {
  const [header = '', ...others] = authorizations(ctx);
  return others.length > 0 ? null : (/^bearer +(\S+)$/i.exec(header)?.[1] ?? null);
}

/** Every one that was sent: Node keeps only the first in `headers`. */
function authorizations({ req }: Context): string[] {
  return (req.headersDistinct.authorization ?? []).map((header) => header.trim());
}
