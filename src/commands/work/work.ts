import { account } from './account.js';
import { migrate } from './migrate.js';
import { status } from './status.js';

/** The work of commands, by the names that the admin socket uses. Input and result are JSON. */
export const WORK_HANDLERS = {
  migrate,
  status,
  'account.add': account.add,
  'account.reset': account.reset,
  'account.list': account.list,
  'account.delete': account.delete,
};

export type WorkName = keyof typeof WORK_HANDLERS;
export type InputOf<Name extends WorkName> = Parameters<(typeof WORK_HANDLERS)[Name]>[1];
export type AnswerOf<Name extends WorkName> = Awaited<ReturnType<(typeof WORK_HANDLERS)[Name]>>;
