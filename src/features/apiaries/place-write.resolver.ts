import { sql } from 'kysely';
import { writeResolver } from '../writes/write-resolver.js';
import { ApiaryInput, HiveInput } from './apiary-write.input.js';
import { Apiary } from './apiary.entity.js';
import { Hive } from './hive.entity.js';
import { saveApiaries, saveHives } from './write-places.js';

export const ApiaryWriteResolver = writeResolver({
  entity: Apiary,
  input: ApiaryInput,
  resource: 'hive',
  noun: 'Apiary',
  plural: 'Apiaries',
  save: saveApiaries,
  referrers: ({ accountId }, id) => [
    {
      rows: sql`select name as called from hive where account_id = ${accountId}::uuid and apiary_id = ${id}::uuid`,
      one: 'hive',
      many: 'hives',
    },
    {
      rows: sql`select year::text as called from evaluation where account_id = ${accountId}::uuid and apiary_id = ${id}::uuid`,
      one: 'evaluation',
      many: 'evaluations',
      resource: 'evaluations',
    },
  ],
});

export const HiveWriteResolver = writeResolver({
  entity: Hive,
  input: HiveInput,
  resource: 'hive',
  noun: 'Hive',
  plural: 'Hives',
  save: saveHives,
  referrers: ({ accountId }, id) => [
    {
      rows: sql`select year::text as called from evaluation where account_id = ${accountId}::uuid and hive_id = ${id}::uuid`,
      one: 'evaluation',
      many: 'evaluations',
      resource: 'evaluations',
    },
  ],
});
