import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { lockPedigree } from '../../../src/db/account-lock.js';
import { factories, type Factories } from '../../support/factories.js';
import type { TestService } from '../../support/service.js';

const TABLES = ['queen', 'evaluation', 'apiary', 'hive', 'ebv_run'] as const;
type Table = (typeof TABLES)[number];

interface Step {
  act: 'insert' | 'update' | 'delete' | 'number' | 'unnumber';
  table: Table;
  pick: number;
  pause: number;
}

export interface Transaction {
  /**
   * Whether the transaction acquires the lock that all writers use. Without this lock, the transaction creates
   * only rows without references.
   */
  locked: boolean;
  /** Time from the start to the first write, in milliseconds. */
  delay: number;
  steps: Step[];
  end: 'commit' | 'roll back' | 'roll back to the middle';
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('insert', 'insert', 'update', 'update', 'delete', 'number', 'unnumber'),
  table: fc.constantFrom(...TABLES),
  pick: fc.nat(),
  pause: fc.constantFrom(0, 0, 5),
});

export const transaction = (delay: fc.Arbitrary<number>): fc.Arbitrary<Transaction> =>
  fc.record({
    locked: fc.boolean(),
    delay,
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('commit', 'commit', 'commit', 'roll back', 'roll back to the middle'),
  });

class RolledBack extends Error {}

/** Runs a transaction. */
export async function write(
  service: TestService,
  account: string,
  { locked, delay, steps, end }: Transaction,
): Promise<void> {
  const em = service.services.orm.ownedBy(account);
  try {
    await em.transactional(async (tx) => {
      const db = tx.getKysely<unknown>() as Kysely<unknown>;
      await sql`select now()`.execute(db);
      await setTimeout(delay);
      if (locked) await lockPedigree(db, account);
      const middle = Math.floor(steps.length / 2);
      for (const [index, each] of steps.entries()) {
        if (index === middle) await sql`savepoint middle`.execute(db);
        await (locked ? runCommand(db, account, each) : factories(db).apiary(account, { name: uuid() }));
        await setTimeout(each.pause);
      }
      if (end === 'roll back to the middle') await sql`rollback to savepoint middle`.execute(db);
      if (end === 'roll back') throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

async function runCommand(db: Kysely<unknown>, account: string, { act, table, pick }: Step): Promise<void> {
  const make = factories(db);
  const queen = await any(db, account, 'queen', pick);
  if (act === 'number') return queen === undefined ? undefined : make.identifier(account, queen, uuid());
  if (act === 'unnumber') {
    await sql`delete from queen_identifier where account_id = ${account} and queen_id = ${queen ?? null}`.execute(db);
    return;
  }
  if (act === 'insert') return insert(make, account, table, queen);
  const id = await any(db, account, table, pick);
  if (id === undefined) return;
  if (act === 'update') await update(db, account, table, id, pick);
  else if (table !== 'apiary') await remove(db, account, table, id);
}

async function insert(make: Factories, account: string, table: Table, queen?: string): Promise<void> {
  const named = { name: uuid() };
  if (table === 'queen') await make.queen(account, named);
  else if (table === 'apiary') await make.apiary(account, named);
  else if (table === 'hive') await make.hive(account, named);
  else if (table === 'ebv_run') await make.run(account);
  else {
    const apiary_id = await make.apiary(account, named);
    await make.evaluation(account, queen ?? (await make.queen(account, named)), { apiary_id });
  }
}

async function update(db: Kysely<unknown>, account: string, table: Table, id: string, value: number): Promise<void> {
  const assignment = {
    queen: sql`notes = ${String(value)}`,
    evaluation: sql`evaluator = ${String(value)}`,
    apiary: sql`notes = ${String(value)}`,
    hive: sql`type = ${String(value)}`,
    ebv_run: sql`error = ${String(value)}`,
  }[table];
  const stamps = table === 'ebv_run' ? sql`` : sql`, updated_at = now(), edited_at = now()`;
  await sql`update ${sql.table(table)} set ${assignment}${stamps} where account_id = ${account} and id = ${id}`.execute(
    db,
  );
}

const remove = (db: Kysely<unknown>, account: string, table: Table, id: string) =>
  sql`delete from ${sql.table(table)} where account_id = ${account} and id = ${id}`.execute(db);

async function any(db: Kysely<unknown>, account: string, table: Table, pick: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where account_id = ${account} order by id`.execute(db);
  return rows[pick % Math.max(rows.length, 1)]?.id;
}
