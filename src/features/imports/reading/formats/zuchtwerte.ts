import { numberFrom } from '../../../../validation/numbers.js';
import { columnNamed, countHeaders, knownFields } from '../columns.js';
import type { Columns } from '../columns.js';
import { columnsIn, type TraitColumn } from '../../../../core/traits.js';
import type { ReadOptions } from '../draft.js';
import { finishPlan, supposeBirthDate } from '../finish.js';
import type { FieldName } from '../known-words.js';
import { withoutPercent } from '../cells/percent.js';
import { cellOf } from '../plan.js';
import type { Plan, Step } from '../plan.js';
import { PlanBuilder } from '../plan-builder.js';
import { Fault, numeric } from '../values.js';
import { reliability } from './reliability.js';
import { hasNumberInParts, readNumber } from './number-parts.js';
import { isTraitField } from '../traits.js';
import type { Survey } from '../survey.js';
import { fieldsInOrder } from './table.js';
import { breedingValueColumns } from './trait-columns.js';
import type { BreedingValueColumns } from './trait-columns.js';

/**
 * Fields and headers of a test. In a table with at least one of these fields or headers, trait columns contain
 * measurements, unless a header names breeding values or reliabilities.
 */
const TEST_FIELDS = ['eval_year', 'evaluated_on', 'apiary', 'hive'];
const TEST_COLUMNS = ['nst', 'jst', 'datum', 'sanft', 'waben', 'schwarm', 'bomi', 'bimi', 'bomi1', 'bimi1', 'ausraum'];

/** Minimum share of values near 100 in a score column of a table with breeding values. Scores are never near 100. */
const MIN_SHARE_AROUND_HUNDRED = 0.9;

/**
 * Returns the columns with breeding values of another system. The header of such a column names breeding values, or
 * another column contains their reliabilities. If there is no such column, the function returns all trait columns under
 * three conditions: the table has identifiers, it has no column of a test, and at least one score column has values
 * that cannot be scores.
 */
export function valueColumns(columns: Columns, survey: Survey): BreedingValueColumns[] {
  const all = breedingValueColumns(columns);
  const explicit = all.filter(({ isExplicit }) => isExplicit);
  if (explicit.length > 0) return explicit;
  const known = new Set(knownFields(columns).values());
  const numbered = known.has('external_id') || hasNumberInParts(columns);
  const tested = TEST_FIELDS.some((field) => known.has(field)) || countHeaders(columns, TEST_COLUMNS) > 0;
  if (!numbered || tested) return [];
  const scores = columnsIn('score');
  const areValues = all.some(({ trait, value }) => {
    const { filled = 0, aroundHundred = 0 } = survey.columns[value] ?? {};
    return scores.includes(trait) && filled > 0 && aroundHundred >= MIN_SHARE_AROUND_HUNDRED * filled;
  });
  return areValues ? all : [];
}

/**
 * Plan for a table of queens with breeding values around 100 and, optionally, reliabilities. Other trait columns
 * contain test results.
 */
export function planZuchtwerte(
  columns: Columns,
  traits: readonly BreedingValueColumns[],
  { generation, evalYear }: Pick<ReadOptions, 'generation' | 'evalYear'>,
): Plan {
  const ofTraits = new Set(traits.flatMap(({ value, reliability }) => [value, reliability]));
  const plain = fieldsInOrder(columns).filter(([column]) => !ofTraits.has(column));
  const hasTests = [...plain.map(([, field]) => field), ...mappedFields(columns, ofTraits)].some(isTraitField);
  const plan = new PlanBuilder(hasTests ? 'table' : 'zuchtwerte', columns);
  plan.then(({ draft }) => (draft.supposed_generation = (hasTests && generation) || 'F0'));
  for (const [column, field] of plain) plan.column(field, column);
  if (columnNamed(columns, '1a') === undefined && plan.columnsOf('external_id').length === 0) readNumber(plan, columns);
  for (const { trait, word, value, reliability } of traits) {
    plan.value(word, value, breedingValue(trait, value, reliability));
    if (reliability !== undefined) plan.several(`${word}_r2`, [reliability], () => {});
  }
  for (const [column, field] of columns.mapped)
    if (field !== null && !ofTraits.has(column)) plan.column(field as FieldName, column);
  plan.then(supposeBirthDate);
  return finishPlan(plan, { year: plan.columnsOf('eval_year', 'evaluated_on'), evalYear });
}

function mappedFields({ mapped }: Columns, ofTraits: ReadonlySet<number | undefined>): (string | null)[] {
  return [...mapped].filter(([column]) => !ofTraits.has(column)).map(([, field]) => field);
}

const normalized = numeric(numberFrom(0, 300));

/** A value without a reliability is accepted; a reliability without a value is ignored. */
function breedingValue(trait: TraitColumn, value: number, reliabilityColumn: number | undefined): Step {
  return (row) => {
    const [text, reliabilityText] = [cellOf(row, value), cellOf(row, reliabilityColumn)];
    if (text === '') return;
    const number = normalized(withoutPercent(text));
    const fraction = reliabilityText === '' ? { reliability: null } : reliability(reliabilityText);
    if (number instanceof Fault) row.fault(value, number);
    if (fraction instanceof Fault) row.fault(reliabilityColumn ?? null, fraction);
    if (number instanceof Fault || fraction instanceof Fault) return;
    (row.draft.breeding_values ??= []).push({ trait, normalized: number, ...fraction });
  };
}
