import { numberFrom } from '../../../rules/numbers.js';
import { columnNamed, countHeaders, knownFields } from '../columns.js';
import type { Columns } from '../columns.js';
import type { Trait } from '../draft.js';
import { needsQueen } from '../finish.js';
import type { FieldName } from '../known-words.js';
import { cellOf } from '../plan.js';
import type { Plan, Step } from '../plan.js';
import { PlanBuilder } from '../plan-builder.js';
import { Fault, numeric } from '../values.js';
import { reliability } from './reliability.js';
import { hasNumberInParts, readNumber } from './number-parts.js';
import { fieldsInOrder } from './table.js';
import { breedingValueColumns } from './trait-columns.js';

/** Fields and columns of a test: what has them holds measurements, not breeding values. */
const TEST_FIELDS = ['eval_year', 'evaluated_on', 'apiary', 'hive'];
const TEST_COLUMNS = ['nst', 'jst', 'datum', 'sanft', 'waben', 'schwarm', 'bomi', 'bimi', 'bomi1', 'bimi1', 'ausraum'];

/** Breeding values of another system: a queen's number, no column of a test, and at least one column named by a trait. */
export function isZuchtwerte(columns: Columns): boolean {
  const known = new Set(knownFields(columns).values());
  const numbered = known.has('external_id') || hasNumberInParts(columns);
  const tested = TEST_FIELDS.some((field) => known.has(field)) || countHeaders(columns, TEST_COLUMNS) > 0;
  return numbered && !tested && breedingValueColumns(columns).length > 0;
}

/** A row is a queen with her breeding values, around 100, each perhaps with its reliability. */
export function planZuchtwerte(columns: Columns): Plan {
  const plan = new PlanBuilder('zuchtwerte', columns);
  plan.then(({ draft }) => (draft.supposed_generation = 'F0'));
  const traits = breedingValueColumns(columns);
  const ofTraits = new Set(traits.flatMap(({ value, reliability }) => [value, reliability]));
  for (const [column, field] of fieldsInOrder(columns)) if (!ofTraits.has(column)) plan.column(field, column);
  if (columnNamed(columns, '1a') === undefined && plan.telling('external_id').length === 0) readNumber(plan, columns);
  for (const { trait, word, value, reliability } of traits) {
    plan.several(word, [value], breedingValue(trait, value, reliability));
    if (reliability !== undefined) plan.several(`${word}_r2`, [reliability], () => {});
  }
  for (const [column, field] of columns.mapped)
    if (field !== null && !ofTraits.has(column)) plan.column(field as FieldName, column);
  return plan.then(needsQueen(plan.telling('external_id', 'queen_name'))).build();
}

const normalized = numeric(numberFrom(0, 300));

/** A value without reliability is taken, a reliability without value means nothing. */
function breedingValue(trait: Trait, value: number, reliabilityColumn: number | undefined): Step {
  return (row) => {
    const [text, how] = [cellOf(row, value), cellOf(row, reliabilityColumn)];
    if (text === '') return;
    const number = normalized(text);
    const fraction = how === '' ? { reliability: null } : reliability(how);
    if (number instanceof Fault) row.fault(value, number.message);
    if (fraction instanceof Fault) row.fault(reliabilityColumn!, fraction.message);
    if (number instanceof Fault || fraction instanceof Fault) return;
    (row.draft.breeding_values ??= []).push({ trait, normalized: number, ...fraction });
  };
}
