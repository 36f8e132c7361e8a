import { identifiers as rule } from '../../queens/queen.checks.js';
import { Fault, mustBe } from './values.js';

/**
 * Parses further identifiers of a queen in the form that Queenbook exports: a JSON list of objects with system and
 * value.
 */
export function identifiers(text: string): { system: string; value: string }[] | Fault {
  try {
    const list = rule.read(JSON.parse(text));
    return list === null || list instanceof Fault ? mustBe(rule.what, text, { kind: 'identifiers' }) : list;
  } catch {
    return mustBe(rule.what, text, { kind: 'identifiers' });
  }
}
