import { sql } from 'kysely';
import { Trait } from '../../evaluations/trait.enums.js';
import { EbvSource, EntityType } from '../../breeding-values/ebv.enums.js';
import { TRAIT_WORDS } from '../../../core/traits.js';
import { numberFrom } from '../../../validation/numbers.js';
import { weight } from '../../breeding-values/selection-index/weights.checks.js';
import { oneOf } from '../../../validation/texts.js';
import { queenOf } from './csv-columns.js';
import { count, json, listOf, number, reference, required, byRule, time, verbatim, words } from './kinds.js';
import { ID, IMPORT_ID, sameNames, STAMPS, type Section } from './section.js';

const TEXT = verbatim(10_000);
const FRACTION = byRule(numberFrom(0, 1), 'double precision');
/**
 * A wide range, because few related queens in the base years can have almost equal values, and then the normalized
 * values of other queens are very large. PostgreSQL cannot average numbers whose squares overflow.
 */
const BREEDING_VALUE = byRule(numberFrom(-1e100, 1e100), 'double precision');
const TRAIT = words(Object.fromEntries(Object.entries(TRAIT_WORDS).map(([word, key]) => [word, Trait[key]])));

export const ebvRuns: Section = {
  table: 'ebv_run',
  resource: 'blup',
  // Unfinished runs are not exported, because they have no results yet.
  where: sql`r.status in ('completed', 'failed', 'cancelled')`,
  order: ['id'],
  members: {
    ...ID,
    ...sameNames({ status: required(byRule(oneOf(['completed', 'failed', 'cancelled']), 'text')) }),
    ...sameNames({
      source: required(byRule(oneOf(Object.values(EbvSource)), 'text')),
      method: TEXT,
      traits: required(listOf(TRAIT)),
    }),
    ...sameNames({ drone_groups: byRule(oneOf(['by_year', 'by_dam']), 'text') }),
    ...sameNames({
      base_years: count,
      validation_seasons: count,
      parameters: json,
      report: json,
      progress: required(FRACTION),
      error: TEXT,
    }),
    ...sameNames({ created_at: required(time), computed_at: time }),
  },
  unique: [],
  excluded: { ...IMPORT_ID, fingerprint: 'computed from the ids of queens, which a restore replaces' },
};

export const breedingValues: Section = {
  table: 'breeding_value',
  resource: 'blup',
  countedAs: 'breedingValues',
  order: ['queen_id', 'run_id', 'trait', 'entity_type'],
  where: sql`exists (
    select from ebv_run run where run.account_id = r.account_id and run.id = r.run_id
      and run.status in ('completed', 'failed', 'cancelled'))`,
  members: {
    run_id: ['run_id', required(reference('ebv_runs'))],
    queen_id: ['queen_id', required(reference('queens'))],
    ...sameNames({ trait: required(TRAIT), entity_type: required(byRule(oneOf(Object.values(EntityType)), 'text')) }),
    raw_value: ['raw', BREEDING_VALUE],
    normalized_value: ['normalized', required(BREEDING_VALUE)],
    reliability_r2: ['reliability', FRACTION],
    ...sameNames({ parent_average: number, family: number, own_test: number, offspring: number }),
  },
  csvColumns: queenOf,
  unique: [{ columns: ['run_id', 'queen_id', 'trait', 'entity_type'] }],
  excluded: {},
};

/** Index weights of the breeder. */
export const indexWeights: Section = {
  table: 'index_weight',
  resource: 'blup',
  order: ['trait'],
  members: {
    ...sameNames({ trait: required(TRAIT), weight: required(byRule(weight, 'double precision')) }),
    updated_at: STAMPS.updated_at,
  },
  unique: [{ columns: ['trait'] }],
  replaces: true,
  check: ({ weight: value }) => (value === 0 ? ['weight', 'must not be 0: leave the trait out'] : undefined),
  excluded: IMPORT_ID,
};
