import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { hidden } from '../../db/owner.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Hive } from '../apiaries/hive.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { futureDateFaults } from '../../validation/dates.js';
import { reportTakenValues, type Holder } from '../writes/claims.js';
import { findLinkedRows } from '../writes/links.js';
import { prepareWrite, saveWrites, type RowInput, type RowWrite } from '../writes/row-writes.js';
import { causeOf, addFaultOnce, type WriteUnit } from '../writes/write.js';
import type { EvaluationInput } from './evaluation-write.input.js';
import { TRAIT_NAMES } from '../../core/traits.js';
import { EVALUATION_RULES, fewerCellsAfter24h } from './evaluation.checks.js';
import { Evaluation } from './evaluation.entity.js';

type EvaluationWrite = RowWrite<Evaluation>;

/**
 * Creates evaluations, or updates an evaluation.
 * @returns ids of the evaluations
 */
export async function saveEvaluations(
  unit: WriteUnit,
  rows: readonly RowInput<Evaluation, EvaluationInput>[],
): Promise<string[]> {
  const writes = rows.map((row): EvaluationWrite => prepareWrite(unit, EVALUATION_RULES, row));
  await findLinkedRows(unit, Queen, writes, 'queenId', 'queen');
  await findLinkedRows(unit, Apiary, writes, 'apiaryId', 'apiary');
  const hives = await findLinkedRows(unit, Hive, writes, 'hiveId', 'hive');
  for (const each of writes) {
    setDefaults(each, hives);
    checkFields(unit, each);
  }
  await checkUniqueness(unit, writes);
  return saveWrites(unit, Evaluation, EVALUATION_RULES, writes);
}

/** Sets missing values: the season from the date, and the apiary from the hive. */
function setDefaults({ fields, next }: EvaluationWrite, hives: ReadonlyMap<string, Hive>): void {
  if (next.evaluatedOn && next.year === undefined) next.year = Number(next.evaluatedOn.slice(0, 4));
  const hive = fields.hiveId ? hives.get(fields.hiveId) : undefined;
  if (hive && next.apiaryId === undefined) next.apiaryId = hive.apiaryId;
}

function checkFields(unit: WriteUnit, { path, before, fields, next }: EvaluationWrite): void {
  if (!next.queenId) addFaultOnce(unit, `${path}queenId`, required('the id of a queen'));
  for (const each of futureDateFaults(['year', 'evaluatedOn'], before, fields))
    addFaultOnce(unit, path + each.path, each);
  if (!next.year) {
    addFaultOnce(unit, causeOf(unit, path, 'year', ['evaluatedOn']), required('the season, such as 2024'));
  }
  if (next.hyg6h != null && next.hyg24h != null && next.hyg24h < next.hyg6h) {
    const { hyg6h, hyg24h } = next;
    addFaultOnce(unit, causeOf(unit, path, 'hyg24h', ['hyg6h']), {
      message: fewerCellsAfter24h(hyg6h, hyg24h),
      code: 'hyg_order',
      params: { hyg6h, hyg24h },
    });
  }
  if (TRAIT_NAMES.every((trait) => next[trait] == null)) {
    addFaultOnce(unit, causeOf(unit, path, '', TRAIT_NAMES).replace(/\.$/, ''), {
      message: 'must have a value for at least one trait',
      code: 'no_trait_value',
    });
  }
}

/** A queen has at most one evaluation for each year and apiary, and at most one without an apiary for each year. */
async function checkUniqueness(unit: WriteUnit, rows: readonly EvaluationWrite[]): Promise<void> {
  const claims = rows
    .filter(({ next }) => next.queenId && next.year)
    .map(({ path, next }) => {
      const sources = ['queenId', 'apiaryId', ...(next.apiaryId === undefined ? ['hiveId'] : [])];
      return { id: next.id, path: causeOf(unit, path, 'year', sources), value: uniqueKey(next) };
    });
  await reportTakenValues(unit, claims, holders, (key) => {
    const { year, apiaryId } = JSON.parse(key) as Key;
    const where = apiaryId === null ? 'without an apiary' : 'at this apiary';
    const message = `cannot be used: the queen already has an evaluation of ${year} ${where}`;
    return { message, code: 'evaluation_taken', params: { year, apiary_id: apiaryId } };
  });
}

type Key = Pick<Evaluation, 'queenId' | 'year' | 'apiaryId'>;

const uniqueKey = ({ queenId, year, apiaryId }: Key): string =>
  JSON.stringify({ queenId, year, apiaryId: apiaryId ?? null });

async function holders({ db, accountId }: WriteUnit, keys: string[]): Promise<Holder[]> {
  const { rows } = await sql<Key & { id: string }>`
    select e.id, e.queen_id as "queenId", e.year, e.apiary_id as "apiaryId"
    from jsonb_to_recordset(${`[${keys.join()}]`}::jsonb) as k("queenId" uuid, year integer, "apiaryId" uuid)
    join evaluation e on e.account_id = ${hidden(accountId)} and e.queen_id = k."queenId" and e.year = k.year
      and e.apiary_id is not distinct from k."apiaryId"`.execute(db);
  return rows.map((row) => ({ id: row.id, value: uniqueKey(row) }));
}
