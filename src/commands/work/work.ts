import { account } from './account.js';
import { migrate } from './migrate.js';
import { status } from './status.js';

/** What commands do on a database, by the names under which a running service is asked for it. Input and answer are JSON. */
export const WORK = {
  migrate,
  status,
  'account.add': account.add,
  'account.reset': account.reset,
  'account.list': account.list,
  'account.delete': account.delete,
};

export type WorkName = keyof typeof WORK;
export type InputOf<Name extends WorkName> = Parameters<(typeof WORK)[Name]>[1];
export type AnswerOf<Name extends WorkName> = Awaited<ReturnType<(typeof WORK)[Name]>>;
