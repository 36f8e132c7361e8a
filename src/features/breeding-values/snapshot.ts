import { IsolationLevel } from '@mikro-orm/core';
import type { Em } from '../../db/orm.js';

/** Runs all statements of `read` on one consistent snapshot. */
export const inSnapshot = <Result>(em: Em, read: (em: Em) => Promise<Result>): Promise<Result> =>
  em.fork().transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
