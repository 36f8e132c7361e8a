import { required } from '../../validation/rule.js';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { hidden } from '../../db/owner.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Hive } from '../apiaries/hive.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { checkMembers } from '../../validation/check.js';
import { futureDateFaults } from '../../validation/dates.js';
import { noteTaken, type Holder } from '../writes/claims.js';
import { linked } from '../writes/links.js';
import { saveRows } from '../writes/rows.js';
import { isAtFault, isRefused, noteOnce, type Unit } from '../writes/write.js';
import type { EvaluationInput } from './evaluation-write.input.js';
import { TRAIT_NAMES } from '../../core/traits.js';
import { EVALUATION_RULES, fewerThanBefore } from './evaluation.checks.js';
import { Evaluation } from './evaluation.entity.js';

const FIELDS = Object.keys(EVALUATION_RULES);

interface InHand {
  path: string;
  before: Evaluation | null;
  given: Partial<Evaluation>;
  next: Evaluation;
}

/** Makes evaluations, or changes one. @returns their ids */
export async function saveEvaluations(
  unit: Unit,
  rows: readonly { before: Evaluation | null; input: EvaluationInput; path: string }[],
): Promise<string[]> {
  const inHand = rows.map(({ before, input, path }): InHand => {
    const { value: given, faults } = checkMembers(EVALUATION_RULES, input, path);
    unit.faults.push(...faults);
    return { path, before, given, next: { ...before, ...given, id: before?.id ?? uuid() } as Evaluation };
  });
  await linked(unit, Queen, inHand, 'queenId', 'queen');
  await linked(unit, Apiary, inHand, 'apiaryId', 'apiary');
  const hives = await linked(unit, Hive, inHand, 'hiveId', 'hive');
  for (const each of inHand) {
    fillIn(each, hives);
    judge(unit, each);
  }
  await judgeSameness(unit, inHand);
  const ids = inHand.map(({ next }) => next.id);
  if (isRefused(unit)) return ids;
  await saveRows(unit, Evaluation, FIELDS, inHand);
  return ids;
}

/** What follows from the rest: the season of the day, the apiary of the hive. */
function fillIn({ given, next }: InHand, hives: ReadonlyMap<string, Hive>): void {
  if (next.evaluatedOn && next.year === undefined) next.year = Number(next.evaluatedOn.slice(0, 4));
  if (given.hiveId && next.apiaryId === undefined) next.apiaryId = hives.get(given.hiveId)?.apiaryId ?? null;
}

function judge(unit: Unit, { path, before, given, next }: InHand): void {
  if (!next.queenId) noteOnce(unit, `${path}queenId`, required('the id of a queen'));
  for (const each of futureDateFaults(['year', 'evaluatedOn'], before, given)) noteOnce(unit, path + each.path, each);
  if (!next.year) noteOnce(unit, `${path}year`, required('the season, such as 2024'));
  if (next.hyg6h != null && next.hyg24h != null && next.hyg24h < next.hyg6h) {
    const { hyg6h, hyg24h } = next;
    noteOnce(unit, `${path}hyg24h`, {
      message: fewerThanBefore(hyg6h, hyg24h),
      code: 'hyg_order',
      params: { hyg6h, hyg24h },
    });
  }
  if (TRAIT_NAMES.every((trait) => next[trait] == null && !isAtFault(unit, path + trait))) {
    unit.faults.push({
      path: path.replace(/\.$/, ''),
      message: 'needs a value of one trait at least, of the eight',
      code: 'no_trait_value',
    });
  }
}

/** A queen has one evaluation a year and apiary, and one a year where no apiary is known. */
async function judgeSameness(unit: Unit, rows: readonly InHand[]): Promise<void> {
  const claims = rows
    .filter(({ next }) => next.queenId && next.year)
    .map(({ path, next }) => ({ id: next.id, path: `${path}year`, value: keyOf(next) }));
  await noteTaken(unit, claims, holders, (key) => {
    const { year, apiaryId } = JSON.parse(key) as Key;
    const where = apiaryId === null ? 'without an apiary' : 'at this apiary';
    const message = `is taken: the queen has an evaluation of ${year} ${where} already`;
    return { message, code: 'evaluation_taken', params: { year, apiary_id: apiaryId } };
  });
}

type Key = Pick<Evaluation, 'queenId' | 'year' | 'apiaryId'>;

const keyOf = ({ queenId, year, apiaryId }: Key): string =>
  JSON.stringify({ queenId, year, apiaryId: apiaryId ?? null });

async function holders({ db, accountId }: Unit, keys: string[]): Promise<Holder[]> {
  const { rows } = await sql<Key & { id: string }>`
    select e.id, e.queen_id as "queenId", e.year, e.apiary_id as "apiaryId"
    from jsonb_to_recordset(${`[${keys.join()}]`}::jsonb) as k("queenId" uuid, year integer, "apiaryId" uuid)
    join evaluation e on e.account_id = ${hidden(accountId)} and e.queen_id = k."queenId" and e.year = k.year
      and e.apiary_id is not distinct from k."apiaryId"`.execute(db);
  return rows.map((row) => ({ id: row.id, value: keyOf(row) }));
}
