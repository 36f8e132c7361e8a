import { isObject } from '../../../core/objects.js';
import { numberFrom } from '../../../validation/numbers.js';
import { ValueFault, mustBe, unknownMember, nestedFault, type Rule } from '../../../validation/rule.js';

export const MAX_WEIGHT = 1000;

/** Rule for the weight of one trait. */
export const weight: Rule<number> = numberFrom(-MAX_WEIGHT, MAX_WEIGHT);

const ALL_ZERO = 'must give at least one trait a weight other than 0';

/**
 * Returns the rule for weights by trait, such as `{"honey": 2, "gentleness": 1}`. Absent traits have weight 0. At least
 * one weight must not be 0.
 * @param words names of the traits in the input → names in the result, which contains all traits
 */
export function weightsRule<Name extends string>(words: Readonly<Record<string, Name>>): Rule<Record<Name, number>> {
  const known = Object.keys(words);
  const what = `an object of weights by trait (${known.join(', ')}), such as {"honey": 2, "gentleness": 1}`;
  return {
    what,
    schema: {
      type: 'object',
      minProperties: 1,
      properties: Object.fromEntries(
        known.map((word) => [word, { ...weight.schema, description: 'Weight of the trait. Default: 0.' }]),
      ),
      additionalProperties: false,
    },
    read(value) {
      if (!isObject(value)) return mustBe(what, value);
      const found = Object.fromEntries(Object.values(words).map((word) => [word, 0])) as Record<Name, number>;
      const faults = Object.entries(value).flatMap(([word, entered]) => {
        if (!Object.hasOwn(words, word)) return unknownMember(word, known);
        const read = weight.read(entered);
        if (read instanceof ValueFault) return read.at(word);
        found[words[word] as Name] = read as number;
        return [];
      });
      if (faults.length > 0) return nestedFault(faults);
      return Object.values(found).some((each) => each !== 0) ? found : new ValueFault(ALL_ZERO, [], 'no_weight');
    },
  };
}
