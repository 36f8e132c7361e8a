import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { groupByKeys, groupBy } from '../../graphql/group.js';
import type { OffspringStats } from './offspring-stats.types.js';
import { Generation, LifeStatus } from '../queens/queen.enums.js';

interface Row {
  mother_id: string;
  generation: Generation;
  status: LifeStatus | null;
  birth_year: number | null;
  count: number;
  evaluated: number;
}

/** Statistics of the daughters of each mother. One statement counts all daughters. */
export const offspringByQueen: LoaderFactory<string, OffspringStats> = (em) =>
  new DataLoader(async (ids) => {
    const { rows } = await sql<Row>`
      select mother_id, generation, status, birth_year, count(*)::integer as count,
        count(*) filter (where exists (
          select from evaluation where evaluation.account_id = queen.account_id and evaluation.queen_id = queen.id
        ))::integer as evaluated
      from queen
      where account_id = ${hiddenOwner(em)} and mother_id = any(${ids}::uuid[])
      group by mother_id, generation, status, birth_year`.execute(em.getKysely());
    const groups = groupByKeys(ids, rows, (row) => row.mother_id);
    return groups.map((rows, index) => toStats(ids[index] as string, rows));
  });

function toStats(queenId: string, rows: Row[]): OffspringStats {
  return {
    queenId,
    total: sum(rows.map(({ count }) => count)),
    byGeneration: counts(rows, ({ generation }) => generation, Object.values(Generation)),
    byStatus: counts(rows, ({ status }) => status, [...Object.values(LifeStatus), null]),
    byYear: counts(rows, ({ birth_year }) => birth_year, years(rows)),
    evaluated: sum(rows.map(({ evaluated }) => evaluated)),
  };
}

function years(rows: Row[]): (number | null)[] {
  return [...new Set(rows.map(({ birth_year }) => birth_year))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
}

function counts<Key>(rows: Row[], keyOf: (row: Row) => Key, keys: Key[]): { key: Key; count: number }[] {
  const grouped = groupBy(rows, keyOf);
  return keys
    .filter((key) => grouped.has(key))
    .map((key) => ({ key, count: sum((grouped.get(key) ?? []).map(({ count }) => count)) }));
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
