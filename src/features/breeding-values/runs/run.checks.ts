import type { BeeParameters } from '../../../blup/index.js';
import type { Fault } from '../../../core/errors.js';
import { isObject } from '../../../core/objects.js';
import { wholeFrom } from '../../../validation/numbers.js';
import { mustBe, unknownMember, required, nestedFault, type Rule } from '../../../validation/rule.js';
import { oneOf } from '../../../validation/texts.js';
import type { DroneGroups } from '../pedigree-record.js';

export const METHODS = ['honey_bee', 'animal'] as const;
export type Method = (typeof METHODS)[number];

/** Default number of last seasons whose tests a run hides to check its prediction. */
export const VALIDATION_SEASONS = 2;

/** Variances by trait, or `estimate` to estimate them from the data (AI-REML). */
export type RunParameters = 'estimate' | Record<string, BeeParameters>;

const PARTS = ['worker', 'queen', 'covariance', 'residual'] as const;
const EXAMPLE = '{"worker": 50, "queen": 30, "covariance": -15, "residual": 60}';

/**
 * Rule for a list of different traits.
 * @param words names of the traits in the input → names in the result
 */
function traitsRule(words: Readonly<Record<string, string>>): Rule<string[]> {
  const known = Object.keys(words);
  const what = `a list of traits, each once: ${known.join(', ')}`;
  return {
    what,
    schema: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: known } },
    read(value) {
      const isValid =
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((word) => typeof word === 'string' && Object.hasOwn(words, word));
      return isValid ? (value as string[]).map((word) => words[word] as string) : mustBe(what, value);
    },
  };
}

function parametersRule(words: Readonly<Record<string, string>>): Rule<RunParameters> {
  const known = Object.keys(words);
  const what = `"estimate", or by trait (${known.join(', ')}) an object such as ${EXAMPLE}`;
  const part = { type: 'number' };
  const trait = {
    type: 'object',
    properties: {
      worker: { ...part, exclusiveMinimum: 0, description: 'Variance of the worker effect.' },
      queen: {
        ...part,
        minimum: 0,
        description:
          'Variance of the queen effect. It can be 0 only for the method `animal`. If it is 0, the covariance must also be 0.',
      },
      covariance: {
        ...part,
        description: 'Covariance between worker and queen effects. Their correlation must lie between -1 and 1.',
      },
      residual: { ...part, exclusiveMinimum: 0, description: 'Residual variance.' },
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
      if (!isObject(value)) return mustBe(what, value);
      const found: Record<string, BeeParameters> = {};
      const faults = Object.entries(value).flatMap(([word, entry]) => {
        if (!Object.hasOwn(words, word)) return unknownMember(word, known);
        found[words[word] as string] = entry as BeeParameters;
        return faultsIn(entry, word);
      });
      return faults.length > 0 ? nestedFault(faults) : found;
    },
  };
}

function droneGroupsRule(words: Record<DroneGroups, string>): Rule<string> {
  const { what, schema, read } = oneOf(['by_year', 'by_dam']);
  return {
    what,
    schema,
    read: (value) => {
      const word = read(value);
      return typeof word === 'string' ? words[word] : word;
    },
  };
}

const MAX_VARIANCE = 1e9;

/** Returns the faults in the variances of a trait. */
function faultsIn(entry: unknown, trait: string): Fault[] {
  if (!isObject(entry)) return mustBe(`an object such as ${EXAMPLE}`, entry).at(trait);
  const unknown = Object.keys(entry).filter((part) => !(PARTS as readonly string[]).includes(part));
  const faults = unknown.map((part) => unknownMember(part, PARTS));
  for (const part of PARTS) {
    const fault = faultOf(part, entry[part]);
    if (fault) faults.push({ ...fault, path: part });
  }
  if (faults.length === 0 && hasImpossibleCovariance(entry as unknown as BeeParameters))
    faults.push({
      path: 'covariance',
      message: 'must have an absolute value below the square root of (worker × queen)',
      code: 'covariance_too_large',
    });
  return faults.map((fault) => ({ ...fault, path: `${trait}.${fault.path}` }));
}

function faultOf(part: (typeof PARTS)[number], number: unknown): Omit<Fault, 'path'> | undefined {
  const isFree = part === 'covariance' || (part === 'queen' && number === 0);
  if (typeof number === 'number' && Math.abs(number) <= MAX_VARIANCE && (isFree || number > 0)) return undefined;
  const isTooLarge = typeof number === 'number' && number > MAX_VARIANCE;
  const what =
    part === 'covariance'
      ? `a number from ${-MAX_VARIANCE} to ${MAX_VARIANCE}`
      : isTooLarge
        ? `a number of at most ${MAX_VARIANCE}`
        : 'a number above 0';
  const range =
    part === 'covariance'
      ? { least: -MAX_VARIANCE, most: MAX_VARIANCE }
      : isTooLarge
        ? { most: MAX_VARIANCE }
        : { least: 0 };
  return number == null ? required(what) : mustBe(what, number, { kind: 'number', ...range });
}

/** Whether these are the variances of a model with one effect, which the method `animal` estimates. */
export const isOneEffect = ({ queen, covariance }: BeeParameters): boolean => queen === 0 && covariance === 0;

function hasImpossibleCovariance(parameters: BeeParameters): boolean {
  const { worker, queen, covariance } = parameters;
  return !isOneEffect(parameters) && Math.abs(covariance) >= Math.sqrt(worker) * Math.sqrt(queen);
}

/** Whether any trait has the variances of a model with one effect. */
export const hasTraitOfOneEffect = (parameters: RunParameters | null | undefined): boolean =>
  typeof parameters === 'object' && Object.values(parameters ?? {}).some(isOneEffect);

/**
 * Returns the rules of the options of a run.
 * @param words names of the traits in the input → names in the result
 * @param droneGroups values of the drone groups in the input → values in the result
 */
export const runRules = (words: Readonly<Record<string, string>>, droneGroups: Record<DroneGroups, string>) =>
  ({
    traits: traitsRule(words),
    method: oneOf(METHODS),
    baseYears: wholeFrom(1, 50),
    validationSeasons: wholeFrom(0, 10),
    droneGroups: droneGroupsRule(droneGroups),
    parameters: parametersRule(words),
  }) as const satisfies Record<string, Rule>;
