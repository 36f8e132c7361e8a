import { Transform } from 'node:stream';
import { MIMEType } from 'node:util';

/** RFC 2046 allows only 70 characters, and not all of these. Some clients do not comply. */
const BOUNDARY = /^[^"\\\0-\x1f\x7f-\uffff]{1,200}$/;

/** Returns the boundary of a `Content-Type` header of a form; undefined if it has no valid boundary. */
export function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary') ?? '';
    return BOUNDARY.test(boundary) ? boundary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A stream that omits everything after the end of a form (RFC 2046, section 5.1.1). busboy also parses parts in the rest
 * of the chunk, and waits forever if the last of them is an incomplete file.
 */
export function untilFormEnd(boundary: string): Transform {
  const end = Buffer.from(`\r\n--${boundary}--`, 'latin1');
  // At the start of the body, the delimiter needs no line break.
  let before: Buffer = Buffer.from('\r\n');
  let isOver = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isOver) return done();
      const text = Buffer.concat([before, chunk]);
      const at = text.indexOf(end);
      isOver = at >= 0;
      const length = isOver ? at + end.length - before.length : chunk.length;
      before = text.subarray(Math.max(0, text.length - end.length + 1));
      done(null, chunk.subarray(0, length));
    },
  });
}
