import { pino, type Logger } from 'pino';

/** Structured logs without secrets: what may carry one is never written, even by mistake. */
export function createLog(level: string): Logger {
  return pino({
    level,
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
  });
}
