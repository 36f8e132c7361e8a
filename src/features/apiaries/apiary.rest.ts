import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import { APIARY_RULES, HIVE_RULES } from './apiary.checks.js';

/** Writable members of an apiary. */
const APIARY_INPUT = {
  name: 'name',
  latitude: 'latitude',
  longitude: 'longitude',
  elevation_m: 'elevationM',
  country_code: 'countryCode',
  postal_code: 'postalCode',
  notes: 'notes',
} as const satisfies Members;

/** Writable members of a hive. */
const HIVE_INPUT = {
  apiary_id: 'apiaryId',
  name: 'name',
  type: 'type',
  queen_id: 'queenId',
} as const satisfies Members;

const TIMESTAMPS = { created_at: 'createdAt', updated_at: 'updatedAt' } as const;

export const APIARY_MEMBERS = { id: 'id', ...APIARY_INPUT, ...TIMESTAMPS } as const satisfies Members;
export const HIVE_MEMBERS = { id: 'id', ...HIVE_INPUT, ...TIMESTAMPS } as const satisfies Members;

const readOnly = ['id', ...Object.keys(TIMESTAMPS)];

export const APIARY_SHAPE: BodyShape = { members: APIARY_INPUT, rules: APIARY_RULES, required: ['name'], readOnly };
export const HIVE_SHAPE: BodyShape = { members: HIVE_INPUT, rules: HIVE_RULES, required: ['name'], readOnly };

export const APIARY_FIELDS = selection(APIARY_MEMBERS);
export const HIVE_FIELDS = selection(HIVE_MEMBERS);

export const apiaryBody = (apiary: object): Record<string, unknown> => toRest(APIARY_MEMBERS, apiary);
export const hiveBody = (hive: object): Record<string, unknown> => toRest(HIVE_MEMBERS, hive);
