import { isNativeError } from 'node:util/types';
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Structured logs without secrets and personal data: what may carry one is never written, even by mistake.
 * @param sink where lines go, in place of the standard output
 */
export function createLog(level: string, sink?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError },
    redact: {
      paths: [
        '*.password',
        '*.authorization',
        '*.cookie',
        'req.headers',
        '*.key',
        '*.token',
        '*.params',
        '*.parameters',
      ],
      censor: '[redacted]',
    },
  };
  return sink ? pino(options, sink) : pino(options);
}

/** Of an error of PostgreSQL or of Node: words of a program. Others (`detail`, `where`, `path`) tell of what was sent. */
const MEMBERS = ['code', 'routine', 'schema', 'table', 'column', 'constraint', 'syscall', 'port', 'queue'] as const;
const DEEPEST = 3;
const MOST_FRAMES = 30;

/** What an error is and where it came from, without what it quotes of a request, a row or a statement. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!isNativeError(error)) return { type: typeof error, message: redact(String(error)) };
  const members = MEMBERS.map((name) => [name, (error as unknown as Record<string, unknown>)[name]] as const);
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const within =
    depth < DEEPEST ? [...(Array.isArray(errors) ? errors.slice(0, 3) : []), ...(cause ? [cause] : [])] : [];
  return {
    type: error.name,
    message: redact(error.message, error),
    ...Object.fromEntries(members.filter(([, value]) => typeof value === 'string' || typeof value === 'number')),
    stack: framesOf(error),
    ...(within.length > 0 && { causes: within.map((each) => describeError(each, depth + 1)) }),
  };
}

/** Without the first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, MOST_FRAMES).join('\n');
}

const LONGEST = 500;
/** Characters of a message that are read: some patterns below take time quadratic in the length. */
const MAX_READ = 4000;
const QUOTED = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`[^`]*`/gs;
const MAIL = /(?<![^\s@"'<>(),;])[^\s@"'<>(),;]+@[^\s@"'<>(),;]+/g;
/** Keys, and ids of sessions and links; the ids of rows, which are no secrets, stay. */
const SECRET = /qb_live_\w*|[\w-]{32,}/gi;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A text that was not written here: without what it quotes, and what looks like a secret or an address. */
export function redact(text: string, error?: Error): string {
  const read = beginningOf(text);
  return (quotesOwnWords(error) ? read : read.replace(QUOTED, '"…"'))
    .replace(MAIL, '…@…')
    .replace(SECRET, (word) => (UUID.test(word) ? word : '…'))
    .slice(0, LONGEST);
}

/** Without the word that the cut falls into, which may be a secret; a quotation that is open is closed. */
function beginningOf(text: string): string {
  if (text.length <= MAX_READ) return text;
  const read = text.slice(0, MAX_READ);
  return `${read.slice(0, read.lastIndexOf(' ') + 1)}'\``;
}

/** PostgreSQL quotes names of tables and the like, but for errors of data (22), of rules (23) and those that we raise (P0). */
function quotesOwnWords(error: Error | undefined): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  return typeof code === 'string' && typeof routine === 'string' && /^(?!22|23|P0)[0-9A-Z]{5}$/.test(code);
}
