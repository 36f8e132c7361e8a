import { sql, type Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { nameKey } from '../../src/features/queens/name-key.js';

type Row = Record<string, unknown>;

/** Functions that insert rows. The members of a row are columns; missing columns get defaults. */
export interface Factories {
  account(row?: Row): Promise<string>;
  queen(accountId: string, row?: Row): Promise<string>;
  queens(accountId: string, rows: Row[]): Promise<string[]>;
  identifier(accountId: string, queenId: string, value: string, system?: string): Promise<void>;
  evaluation(accountId: string, queenId: string, row?: Row): Promise<string>;
  apiary(accountId: string, row?: Row): Promise<string>;
  hive(accountId: string, row?: Row): Promise<string>;
  run(accountId: string, row?: Row): Promise<string>;
  breedingValue(accountId: string, runId: string, queenId: string, row?: Row): Promise<void>;
  /** Inserts a completed import with raw rows of queens: `[queenId, …cells]`. */
  import(accountId: string, row?: Row, rows?: [string, ...string[]][]): Promise<string>;
}

export function factories(database: unknown): Factories {
  const db = database as Kysely<Record<string, Row>>;
  const insert = (table: string, rows: Row[]) => db.insertInto(table).values(rows).execute();
  const one = async (table: string, row: Row): Promise<string> => {
    const complete = { id: uuid(), ...row };
    await insert(table, [complete]);
    return complete.id;
  };
  let count = 0;
  const queenRow = (accountId: string, row: Row) => {
    const name = (row.name as string | undefined) ?? `Queen ${++count}`;
    return { id: uuid(), account_id: accountId, generation: 'F0', name, name_key: nameKey(name), ...row };
  };
  return {
    account: (row = {}) => one('account', { email: `${uuid()}@example.org`, name: 'Anna', ...row }),
    queen: (accountId, row = {}) => one('queen', queenRow(accountId, row)),
    async queens(accountId, rows) {
      const complete = rows.map((row) => queenRow(accountId, row));
      // Rows of one statement must have the same columns.
      const columns = new Set(complete.flatMap((row) => Object.keys(row)));
      const empty = Object.fromEntries([...columns].map((column) => [column, null]));
      for (let from = 0; from < complete.length; from += 1000) {
        await insert(
          'queen',
          complete.slice(from, from + 1000).map((row) => ({ ...empty, ...row })),
        );
      }
      // Without statistics, the embedded database would read the whole table for each look-up in later statements. The
      // service itself renews the statistics after many writes.
      if (complete.length >= 500) await sql`analyze queen`.execute(db);
      return complete.map(({ id }) => id as string);
    },
    async identifier(account_id, queen_id, value, system = 'beebreed') {
      await insert('queen_identifier', [{ account_id, queen_id, value, system }]);
    },
    evaluation: (account_id, queen_id, row = {}) =>
      one('evaluation', { account_id, queen_id, year: 2024, honey: 25, ...row }),
    apiary: (account_id, row = {}) => one('apiary', { account_id, name: `Apiary ${++count}`, ...row }),
    hive: (account_id, row = {}) => one('hive', { account_id, name: `Hive ${++count}`, ...row }),
    run: (account_id, row = {}) =>
      one('ebv_run', {
        account_id,
        status: 'completed',
        source: 'computed',
        traits: ['honey'],
        computed_at: new Date().toISOString(),
        ...row,
      }),
    async breedingValue(account_id, run_id, queen_id, row = {}) {
      const defaults = { trait: 'honey', entity_type: 'queen', raw: 1.5, normalized: 100, reliability: 0.5 };
      await insert('breeding_value', [{ account_id, run_id, queen_id, ...defaults, ...row }]);
    },
    async import(account_id, row = {}, rows = []) {
      const id = await one('import', {
        account_id,
        status: 'completed',
        filename: 'queens.csv',
        dry_run: false,
        headers: ['Name'],
        ...row,
      });
      const raw = rows.map(([queen_id, ...cells], index) => {
        return { account_id, import_id: id, queen_id, row: index + 2, digest: uuid(), cells };
      });
      if (raw.length > 0) await insert('import_row', raw);
      return id;
    },
  };
}
