import { sql, type RawBuilder } from 'kysely';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { hidden, hiddenOwner } from '../../db/owner.js';
import type { Em } from '../../db/orm.js';
import { indexSql, lowestReliabilitySql, type RankingOrder } from '../breeding-values/ranking/ranking-page.js';
import type { Weights } from '../breeding-values/selection-index/weights.js';
import type { TraitMinimaInput } from './queen-list.input.js';

type Sql = RawBuilder<unknown>;

/** SQL that selects one value for each queen, in the columns `queen_id` and `value`. */
export type QueenValueRows = Sql;

/** The run and the weights that determine the values of queens. */
export interface ValuesOfRun {
  /** `NIL_UUID` if no run is completed. Then no queen has a value. */
  runId: string;
  /** Weights of the traits that the run contains. */
  weights: Weights;
}

const traitColumn = (alias: string, name: TraitName) => sql.ref(`${alias}.${TRAITS[name].column}`);
const noRows = sql`select null::uuid as queen_id, null::float8 as value where false`;

/** SQL for the rows `r` of a run with values of queens, not of workers. */
const fromRun = (em: Em, { runId }: ValuesOfRun): Sql => sql`
  from ranking_row r
  where r.account_id = ${hiddenOwner(em)} and r.run_id = ${hidden(runId)} and r.entity_type = 'queen'`;

function valueSql(by: RankingOrder['by'], weights: Weights): Sql | undefined {
  if (by === 'index') return indexSql(weights);
  if (by === 'reliability') return lowestReliabilitySql(weights);
  return traitColumn('r', by);
}

/** SQL for one value of each queen: the index, the lowest reliability or the value of a trait. */
export function valuesBy(em: Em, by: RankingOrder['by'], run: ValuesOfRun): QueenValueRows {
  const value = valueSql(by, run.weights);
  return value ? sql`select r.queen_id, ${value} as value ${fromRun(em, run)}` : noRows;
}

/** SQL for the last evaluation of each queen, which is the first row of `Queen.evaluations`. */
const lastEvaluations = (em: Em): Sql => sql`
  select distinct on (e.queen_id) e.* from evaluation e
  where e.account_id = ${hiddenOwner(em)} order by e.queen_id, e.year desc, e.id`;

/** SQL for one result of the last evaluation of each queen. */
export const scoresBy = (em: Em, name: TraitName): QueenValueRows => sql`
  select last.queen_id, ${traitColumn('last', name)}::float8 as value from (${lastEvaluations(em)}) last`;

/** SQL conditions on the index and values of queens `q` in a run. */
export function valueConditions(
  em: Em,
  run: ValuesOfRun,
  minIndex: number | null | undefined,
  minValues: TraitMinimaInput | null | undefined,
): Sql[] {
  const minima = minimaOf('r', minValues);
  if (minIndex != null) {
    const index = indexSql(run.weights);
    minima.push(index ? sql`${index} >= ${minIndex}::float8` : sql`false`);
  }
  if (minima.length === 0) return [];
  // With `is true`, the planner hashes the queens of the run instead of looking up each queen.
  return [sql`(q.id in (select r.queen_id ${fromRun(em, run)} and ${sql.join(minima, sql` and `)})) is true`];
}

/** SQL conditions on the last evaluation of queens `q`. */
export function scoreConditions(em: Em, minScores: TraitMinimaInput | null | undefined): Sql[] {
  const minima = minimaOf('last', minScores);
  if (minima.length === 0) return [];
  return [
    sql`(q.id in (select last.queen_id from (${lastEvaluations(em)}) last where ${sql.join(minima, sql` and `)})) is true`,
  ];
}

const minimaOf = (alias: string, minima: TraitMinimaInput | null | undefined): Sql[] =>
  TRAIT_NAMES.flatMap((name) => {
    const minimum = minima?.[name];
    return minimum == null ? [] : [sql`${traitColumn(alias, name)} >= ${minimum}::float8`];
  });
