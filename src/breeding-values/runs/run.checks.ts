import type { BeeParameters } from '../../blup/index.js';
import { wholeFrom } from '../../rules/numbers.js';
import { Fault, mustBe, type Rule } from '../../rules/rule.js';
import { oneOf } from '../../rules/texts.js';

export const METHODS = ['honey_bee', 'animal'] as const;
export type Method = (typeof METHODS)[number];

/** By trait; `estimate`: they are estimated from the data (AI-REML). */
export type RunParameters = 'estimate' | Record<string, BeeParameters>;

const PARTS = ['worker', 'queen', 'covariance', 'residual'] as const;
const ONE = '{"worker": 50, "queen": 30, "covariance": -15, "residual": 60}';

/** Some of the traits, each once. @param words its word here → its word behind this */
function traitsRule(words: Readonly<Record<string, string>>): Rule<string[]> {
  const known = Object.keys(words);
  const what = `a list of traits, each once: ${known.join(', ')}`;
  return {
    what,
    schema: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: known } },
    read(value) {
      const sound =
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((word) => typeof word === 'string' && Object.hasOwn(words, word));
      return sound ? (value as string[]).map((word) => words[word] as string) : mustBe(what, value);
    },
  };
}

function parametersRule(words: Readonly<Record<string, string>>): Rule<RunParameters> {
  const known = Object.keys(words);
  const what = `"estimate", or by trait (${known.join(', ')}) an object such as ${ONE}`;
  const part = { type: 'number' };
  const trait = {
    type: 'object',
    properties: {
      worker: { ...part, exclusiveMinimum: 0, description: 'Variance of what the workers do.' },
      queen: {
        ...part,
        minimum: 0,
        description: 'Variance of what the queen does; 0, with a covariance of 0, of method `animal` alone.',
      },
      covariance: { ...part, description: 'Of the two; their correlation lies between -1 and 1.' },
      residual: { ...part, exclusiveMinimum: 0, description: 'Of what is left.' },
    },
    required: PARTS,
    additionalProperties: false,
  };
  return {
    what,
    schema: {
      oneOf: [
        { const: 'estimate' },
        {
          type: 'object',
          properties: Object.fromEntries(known.map((word) => [word, trait])),
          additionalProperties: false,
        },
      ],
    },
    read(value) {
      if (value === 'estimate') return value;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return mustBe(what, value);
      const found: Record<string, BeeParameters> = {};
      for (const [word, given] of Object.entries(value)) {
        if (!Object.hasOwn(words, word)) return mustBe(what, word);
        const wrong = wrongIn(given);
        if (wrong) return new Fault(`of ${word} ${wrong}`);
        found[words[word] as string] = given as BeeParameters;
      }
      return found;
    },
  };
}

/** What is wrong with the variances of a trait; undefined where nothing is. */
function wrongIn(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return `must be an object such as ${ONE}`;
  const parts = given as Record<string, unknown>;
  const unknown = Object.keys(parts).find((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown) return `has "${unknown.slice(0, 60)}", which is not known; known are ${PARTS.join(', ')}`;
  for (const part of PARTS) {
    const number = parts[part];
    const isFree = part === 'covariance' || (part === 'queen' && number === 0);
    const fits = typeof number === 'number' && Math.abs(number) <= 1e9 && (isFree || number > 0);
    if (!fits) return `needs a number${part === 'covariance' ? '' : ' above 0'} as "${part}"`;
  }
  const { worker, queen, covariance } = given as BeeParameters;
  const isOneEffect = queen === 0 && covariance === 0;
  if (!isOneEffect && Math.abs(covariance) >= Math.sqrt(worker) * Math.sqrt(queen))
    return 'has a covariance that is too great for its variances';
  return undefined;
}

/** Whether the variances are those of one effect alone, as an estimate by the method `animal` gives them. */
export const isOfOneEffect = (parameters: RunParameters | null | undefined): boolean =>
  typeof parameters === 'object' && Object.values(parameters ?? {}).some(({ queen }) => queen === 0);

/** What may be asked of a run. @param words the traits: their words here → behind this */
export const runRules = (words: Readonly<Record<string, string>>) =>
  ({
    traits: traitsRule(words),
    method: oneOf(METHODS),
    baseYears: wholeFrom(1, 50),
    parameters: parametersRule(words),
  }) as const satisfies Record<string, Rule>;
