import type { Context } from 'koa';
import { hashOf } from './raw-key.js';

/** What a request presents as its credentials beside a cookie. */
interface Presented {
  isKey: boolean;
  bearer: string | null;
  hash?: string;
}

declare module 'koa' {
  interface DefaultState {
    /** Read once, for whoever asks. */
    presented?: Presented;
  }
}

/** `Basic` is no key: it belongs to a proxy that asks for a password before anything gets here. */
export const hasKey = (ctx: Context): boolean => presentedBy(ctx).isKey;

/** What the request presents as its key (RFC 6750, 2.1); null where that is nothing clear, such as two of them. */
export const bearerOf = (ctx: Context): string | null => presentedBy(ctx).bearer;

/** The hash of that, by which keys are looked up. */
export function bearerHashOf(ctx: Context): string {
  const presented = presentedBy(ctx);
  return (presented.hash ??= hashOf(presented.bearer ?? ''));
}

function presentedBy(ctx: Context): Presented {
  return (ctx.state.presented ??= read(authorizations(ctx)));
}

function read(headers: readonly string[]): Presented {
  const [header = '', ...others] = headers;
  return {
    isKey: headers.some((each) => each !== '' && !/^basic\b/i.test(each)),
    bearer: others.length > 0 ? null : (/^bearer +(\S+)$/i.exec(header)?.[1] ?? null),
  };
}

const NAME = 'authorization';

/** Every one that was sent: Node keeps only the first in `headers`. */
function authorizations({ req: { headers, rawHeaders } }: Context): string[] {
  if (headers.authorization === undefined) return [];
  const sent: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === NAME.length && name.toLowerCase() === NAME) sent.push(rawHeaders[index + 1]!.trim());
  }
  return sent;
}
