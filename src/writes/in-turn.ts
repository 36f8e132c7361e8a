import { ServiceError } from '../errors.js';

/** How long a write waits for others of its account, such as an import, before it is told to come again. */
const PATIENCE = 20_000;

/** The last of each account's line; it is over when all before it are, too. */
const lines = new Map<string, Promise<void>>();

/**
 * Does the writes of an account one after the other within this process, for each that waited in the database for the
 * account's lock would keep a connection from everybody else.
 * @param work is told how many milliseconds it may still wait
 * @throws {ServiceError} `unavailable`, where those before it take too long
 */
export async function inTurn<Result>(accountId: string, work: (patience: number) => Promise<Result>): Promise<Result> {
  const arrived = performance.now();
  const before = lines.get(accountId);
  let leave!: () => void;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const line = Promise.all([before, gone]).then(() => {
    if (lines.get(accountId) === line) lines.delete(accountId);
  });
  lines.set(accountId, line);
  try {
    if (before) await orTooLong(before);
    return await work(Math.max(1, Math.round(PATIENCE - (performance.now() - arrived))));
  } finally {
    leave();
  }
}

async function orTooLong(others: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooBusy()), PATIENCE);
  });
  try {
    await Promise.race([others, patience]);
  } finally {
    clearTimeout(timer);
  }
}

export function tooBusy(): ServiceError {
  return new ServiceError('unavailable', 'Another write of this account, such as an import, is going on; try again.', {
    headers: { 'Retry-After': '10' },
  });
}
