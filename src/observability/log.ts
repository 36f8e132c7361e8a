import { isNativeError } from 'node:util/types';
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Creates the logger. Members that could contain secrets or personal data are never written.
 * @param sink destination of the lines; standard output by default
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

/**
 * Members of PostgreSQL and Node errors that are safe to log. Other members (`detail`, `where`, `path`) can contain
 * data.
 */
const LOGGED_MEMBERS = [
  'code',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
  'port',
  'queue',
] as const;
const MAX_CAUSE_DEPTH = 3;
const MAX_FRAMES = 30;

/** Describes an error without quoting requests, rows or statements. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!isNativeError(error)) return { type: typeof error, message: redact(String(error)) };
  const members = LOGGED_MEMBERS.map((name) => [name, Reflect.get(error, name) as unknown] as const);
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const within =
    depth < MAX_CAUSE_DEPTH ? [...(Array.isArray(errors) ? errors.slice(0, 3) : []), ...(cause ? [cause] : [])] : [];
  return {
    type: error.name,
    message: redact(error.message, error),
    ...Object.fromEntries(members.filter(([, value]) => typeof value === 'string' || typeof value === 'number')),
    stack: framesOf(error),
    ...(within.length > 0 && { causes: within.map((each) => describeError(each, depth + 1)) }),
  };
}

/** The stack without its first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, MAX_FRAMES).join('\n');
}

const MAX_MESSAGE_LENGTH = 500;
/** Longer input is truncated before it is matched, because some of the following patterns need quadratic time. */
const MAX_INPUT_LENGTH = 4000;
const QUOTED = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`[^`]*`/gs;
const EMAIL = /(?<![^\s@"'<>(),;])[^\s@"'<>(),;]+@[^\s@"'<>(),;]+/g;
/** API keys, and ids of sessions and links. Row ids (UUIDs) are not redacted. */
const SECRET = /qb_live_\w*|[\w-]{32,}/gi;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Removes quotations, secrets and e-mail addresses from a text of unknown origin. */
export function redact(text: string, error?: Error): string {
  const read = truncate(text);
  return (quotesOnlyNames(error) ? read : read.replace(QUOTED, '"…"'))
    .replace(EMAIL, '…@…')
    .replace(SECRET, (word) => (UUID.test(word) ? word : '…'))
    .slice(0, MAX_MESSAGE_LENGTH);
}

/** Truncates a long text. Drops the last word, because it may be a part of a secret, and closes an open quotation. */
function truncate(text: string): string {
  if (text.length <= MAX_INPUT_LENGTH) return text;
  const read = text.slice(0, MAX_INPUT_LENGTH);
  return `${read.slice(0, read.lastIndexOf(' ') + 1)}'\``;
}

/**
 * Whether the message quotes only names, such as tables. PostgreSQL also quotes values in errors of classes 22 (data),
 * 23 (constraints) and P0 (raised by functions).
 */
function quotesOnlyNames(error: Error | undefined): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  return typeof code === 'string' && typeof routine === 'string' && /^(?!22|23|P0)[0-9A-Z]{5}$/.test(code);
}
