import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql, type ControlledTransaction } from 'kysely';
import { addTrait, dropTrait } from '../../migrations/trait-columns.js';
import { MEASURES, TRAIT_COLUMNS, TRAIT_NAMES, TRAITS } from '../../src/core/traits.js';
import { sharedService } from '../support/service.js';

/**
 * A second schema for comparison. The test adds all traits to the tables of this schema, with statements of migrations.
 */
const SCHEMA = 'traits_of_the_source';
const EMPTY_TABLES = [
  `create schema ${SCHEMA}`,
  `set local search_path = ${SCHEMA}, public`,
  'create table evaluation (account_id uuid, id uuid)',
  'create table import_draft (account_id uuid)',
  'create table ranking_row (account_id uuid, run_id uuid, entity_type text, queen_id uuid)',
];

const traits = TRAIT_NAMES.map((name, index) => ({
  added: { column: TRAITS[name].column, ...MEASURES[TRAITS[name].measure] },
  earlier: TRAIT_COLUMNS.slice(0, index),
}));

let transaction: ControlledTransaction<unknown>;
let withoutLast: Definitions;
let generated: Definitions;
beforeAll(async () => {
  const { services } = await sharedService();
  transaction = await services.orm.database.kysely.startTransaction().execute();
  await run(EMPTY_TABLES);
  for (const { added, earlier } of traits) {
    withoutLast = generated;
    await run(addTrait(added, earlier));
    generated = await definitionsIn(SCHEMA);
  }
});
afterAll(async () => {
  await transaction?.rollback().execute();
});

async function run(statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(transaction);
}

type Definitions = Record<string, string>;

/** Returns the definitions of the columns, checks, indexes and functions of a schema by name. */
async function definitionsIn(schema: string): Promise<Definitions> {
  const { rows } = await sql<{ name: string; definition: string }>`
    with relation as (select oid, relname from pg_class where relnamespace = ${schema}::regnamespace)
    select relname || '.' || attname as name, format_type(atttypid, atttypmod) as definition
      from relation join pg_attribute on attrelid = oid
      where relname in ('evaluation', 'import_draft', 'ranking_row') and attnum > 0 and not attisdropped
    union all select conname, pg_get_constraintdef(c.oid) from pg_constraint c join relation on conrelid = relation.oid
    union all select relname, pg_get_indexdef(indexrelid) from relation join pg_index on indexrelid = relation.oid
    union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = ${schema}::regnamespace
  `.execute(transaction);
  const plain = (text: string) => text.replaceAll(`${schema}.`, '').replace(/\s+/g, ' ');
  return Object.fromEntries(rows.map(({ name, definition }) => [name, plain(definition)]));
}

test('the database has all columns, checks, indexes and functions that the current traits need', async () => {
  const current = await definitionsIn('public');
  const isOfTraits = (name: string) => name in generated || name.startsWith('ranking_row.');
  expect(Object.fromEntries(Object.entries(current).filter(([name]) => isOfTraits(name)))).toEqual(generated);
});

test('a migration that added a trait can be reverted', async () => {
  const { added, earlier } = traits.at(-1)!;
  await run(dropTrait(added, earlier));
  expect(await definitionsIn(SCHEMA)).toEqual(withoutLast);
});
