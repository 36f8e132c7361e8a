import { IsolationLevel } from '@mikro-orm/core';
import type { Em } from '../../db/orm.js';

/** Reads what stands at one moment by several statements, whatever is written meanwhile. */
export const atOneMoment = <Result>(em: Em, read: (em: Em) => Promise<Result>): Promise<Result> =>
  em.fork().transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
