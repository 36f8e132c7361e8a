import { numberFrom } from '../../validation/numbers.js';
import type { Rule } from '../../validation/rule.js';
import { countryCode, idOf, textUpTo } from '../../validation/texts.js';

const words = textUpTo(200);

/** Rules of the writable fields of an apiary, by GraphQL name. */
export const APIARY_RULES = {
  name: words,
  latitude: numberFrom(-90, 90, 'degrees'),
  longitude: numberFrom(-180, 180, 'degrees'),
  elevationM: numberFrom(-500, 9000, 'm'),
  countryCode,
  postalCode: words,
  notes: textUpTo(10_000),
} as const satisfies Record<string, Rule>;

/** Rules of the writable fields of a hive, by GraphQL name. */
export const HIVE_RULES = {
  apiaryId: idOf('an apiary'),
  name: words,
  type: words,
  queenId: idOf('a queen'),
} as const satisfies Record<string, Rule>;
