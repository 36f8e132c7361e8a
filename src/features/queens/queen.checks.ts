import { dayOrYear } from '../../validation/dates.js';
import { wholeFrom } from '../../validation/numbers.js';
import { mustBe, type Rule } from '../../validation/rule.js';
import { idOf, lineUpTo, oneOf, textUpTo } from '../../validation/texts.js';

export const GENERATIONS = ['F0', 'F1'] as const;
export const LIFE_STATUSES = ['testing', 'production', 'sold', 'dead', 'lost'] as const;
export const MATING_TYPES = [
  'island_station',
  'land_station',
  'insemination',
  'single_drone',
  'single_queen',
  'open',
] as const;

/** Life statuses of queens that head no hive. */
export const STATUSES_WITHOUT_HIVE: readonly string[] = ['sold', 'dead', 'lost'];

export const nameText = lineUpTo(200);
export const identifierText = textUpTo(100);
const words = textUpTo(200);

interface Identifier {
  system: string;
  value: string;
}

const IDENTIFIERS_FORMAT = 'a list such as [{"system": "beebreed", "value": "DE-44-1-3-2022"}]';
export const MAX_IDENTIFIERS = 50;

/** All identifiers of a queen except the main identifier, each with its system. */
export const identifiers: Rule<Identifier[]> = {
  what: IDENTIFIERS_FORMAT,
  schema: {
    type: 'array',
    maxItems: MAX_IDENTIFIERS,
    items: {
      type: 'object',
      properties: {
        system: { ...identifierText.schema, minLength: 1, description: 'System that issued the identifier.' },
        value: { ...identifierText.schema, minLength: 1, description: 'Identifier in that system.' },
      },
      required: ['system', 'value'],
      additionalProperties: false,
    },
  },
  read(list) {
    if (!Array.isArray(list) || list.length > MAX_IDENTIFIERS)
      return mustBe(IDENTIFIERS_FORMAT, list, { kind: 'identifiers' });
    const found = new Map<string, Identifier>();
    for (const each of list as unknown[]) {
      const { system, value, ...others } = (each ?? {}) as Record<string, unknown>;
      const [first, second] = [identifierText.read(system), identifierText.read(value)];
      if (typeof first !== 'string' || typeof second !== 'string' || Object.keys(others).length > 0) {
        return mustBe(IDENTIFIERS_FORMAT, list, { kind: 'identifiers' });
      }
      found.set(JSON.stringify([first, second]), { system: first, value: second });
    }
    return [...found.values()];
  },
};

/** Rules of a merge request. */
export const MERGE_RULES = { mergeId: idOf('a queen') } as const satisfies Record<string, Rule>;

/** Rules of the writable fields, by GraphQL name. The write itself checks references, uniqueness and the pedigree. */
export const QUEEN_RULES = {
  generation: oneOf(GENERATIONS),
  name: nameText,
  race: words,
  line: words,
  dateOfBirth: dayOrYear,
  status: oneOf(LIFE_STATUSES),
  externalId: identifierText,
  externalIdentifiers: identifiers,
  breederCode: words,
  marking: words,
  notes: textUpTo(10_000),
  motherId: idOf('a queen'),
  fatherId: idOf('a queen'),
  matedToId: idOf('a queen'),
  matingType: oneOf(MATING_TYPES),
  sdiCode: wholeFrom(1, 2),
  droneProducers: wholeFrom(1, 1000),
  drones: wholeFrom(1, 1000),
  matedAt: dayOrYear,
  matingStation: words,
} as const satisfies Record<string, Rule>;
