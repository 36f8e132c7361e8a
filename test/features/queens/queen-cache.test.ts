import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig } from '../../../src/core/config.js';
import { openOrm, type Em, type Orm } from '../../../src/db/orm.js';
import { ENTITIES } from '../../../src/features/entities.js';
import { Ancestry } from '../../../src/features/queens/ancestry.js';
import { QueenCache, queenCache } from '../../../src/features/queens/queen-cache.js';
import { Loaders } from '../../../src/graphql/context.js';
import type { Queen } from '../../../src/features/queens/queen.entity.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { factories } from '../../support/factories.js';

let database: TestDatabase;
let orm: Orm;
let make: ReturnType<typeof factories>;
let account: string;
let em: Em;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openOrm(readConfig(database.environment), ENTITIES);
  make = factories(orm.database.kysely);
});
afterAll(async () => {
  await orm?.close();
  await database?.drop();
});
beforeEach(async () => {
  account = await make.account();
  em = orm.ownedBy(account);
});

const row = (id: string, name = 'Any') => ({ id, name }) as Queen;

async function revision(): Promise<number> {
  const { rows } = await sql<{ revision: string }>`
    select revision from change_clock where account_id = ${account}`.execute(orm.database.kysely);
  return Number(rows[0]!.revision);
}

const change = (ids: string[]) =>
  sql`update queen set race = 'carnica' where account_id = ${account} and id = any(${ids}::uuid[])`.execute(
    orm.database.kysely,
  );

describe('queen cache', () => {
  test('removes only the changed queens when the account has a new revision', async () => {
    const [one, other] = (await make.queens(account, [{}, {}])) as [string, string];
    const cache = new QueenCache();
    const before = await cache.at(em, await revision());
    before.add([row(one), row(other)]);
    const { pedigree } = before;
    await change([one]);
    const after = await cache.at(em, await revision());
    expect([after.get(one), after.get(other)?.id]).toEqual([undefined, other]);
    expect(after.pedigree).not.toBe(pedigree);
  });

  test('keeps all queens if only other data of the account changed', async () => {
    const [id] = (await make.queens(account, [{}])) as [string];
    const cache = new QueenCache();
    const before = await cache.at(em, await revision());
    before.add([row(id)]);
    const { pedigree } = before;
    await make.apiary(account);
    const after = await cache.at(em, await revision());
    expect(after.get(id)?.id).toBe(id);
    expect(after.pedigree).toBe(pedigree);
  });

  // Regression: the process ended if PostgreSQL did not respond, because the service did not await a look-up.
  test('never reads from the database in its synchronous method `current`', async () => {
    const cache = new QueenCache();
    await make.queens(account, [{}]);
    const before = await revision();
    expect(cache.current(em, before)).toBeDefined();
    await make.queens(account, [{}]);
    const after = await revision();
    const failing = orm.ownedBy(account);
    failing.getKysely = () => {
      throw new Error('read');
    };
    expect(cache.current(failing, after)).toBeUndefined();
    await cache.at(em, after);
    expect(cache.current(failing, after)?.isCurrent).toBe(true);
  });

  test('stores no rows from a request with an outdated revision', async () => {
    const [id] = (await make.queens(account, [{}])) as [string];
    const cache = new QueenCache();
    const slow = await cache.at(em, await revision());
    await change([id]);
    const fast = await cache.at(em, await revision());
    slow.add([row(id, 'Old')]);
    expect(fast.get(id)).toBeUndefined();
    fast.add([row(id, 'Changed')]);
    expect([slow.get(id)?.name, slow.isCurrent, fast.isCurrent]).toEqual(['Changed', false, true]);
  });

  test('is emptied for an account if more than 1,000 of its queens changed', async () => {
    const ids = await make.queens(
      account,
      Array.from({ length: 1_100 }, () => ({})),
    );
    const cache = new QueenCache();
    (await cache.at(em, await revision())).add(ids.map((id) => row(id)));
    await change(ids);
    const after = await cache.at(em, await revision());
    expect(after.isEmpty).toBe(true);
    expect(ids.filter((id) => after.get(id))).toEqual([]);
  });

  // Regression: the response was 404, although the queen existed.
  test('can remove a queen while a request reads her ancestors, and the request still finds her', async () => {
    const ids: string[] = [];
    for (const mother_id of [undefined, 0, 1, 2]) {
      ids.push(await make.queen(account, mother_id === undefined ? {} : { mother_id: ids[mother_id] }));
    }
    const queen = ids[3]!;
    const current = await revision();
    const real = new Loaders(em, current);
    await new Ancestry(em, real).load(queen, 0);
    const cache = await queenCache(em).at(em, current);
    expect([cache.get(queen)?.id, cache.get(ids[2]!)]).toEqual([queen, undefined]);
    // The first statement reads the dam and the second dam, and the next statement reads the third dam.
    let statements = 0;
    const load = async (loader: { loadMany(requests: unknown): unknown }, requests: unknown) => {
      statements += 1;
      if (statements === 2) {
        await change([queen]);
        await queenCache(em).at(em, await revision());
      }
      return loader.loadMany(requests);
    };
    const loaders = {
      revision: current,
      get: (factory: Parameters<Loaders['get']>[0]) => ({
        loadMany: (requests: unknown) => load(real.get(factory) as never, requests),
      }),
    };
    expect((await new Ancestry(em, loaders as never).load(queen, 3))?.id).toBe(queen);
    expect([statements, cache.get(queen)]).toEqual([2, undefined]);
  });

  test('separates accounts in which queens have the same ids', async () => {
    const other = orm.ownedBy(await make.account());
    const cache = new QueenCache();
    const mine = await cache.at(em, 1);
    const theirs = await cache.at(other, 1);
    mine.add([row('same', 'Mine')]);
    expect(theirs.get('same')).toBeUndefined();
    theirs.add([row('same', 'Theirs')]);
    expect([mine.get('same'), theirs.get('same')?.name]).toEqual([undefined, 'Theirs']);
  });

  test('keeps the most recently used queens', async () => {
    const cache = new QueenCache(2);
    const queens = await cache.at(em, 1);
    queens.add([row('a'), row('b')]);
    queens.get('a');
    queens.add([row('c')]);
    expect(['a', 'b', 'c'].map((id) => queens.get(id)?.id)).toEqual(['a', undefined, 'c']);
  });
});
