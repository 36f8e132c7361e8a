import { identifierText } from './references.js';
import { Fault, mustBe } from './values.js';

const SHAPE = 'a JSON list such as [{"system": "beebreed", "value": "DE-44-1-3-2022"}]';

/** Further identifiers of a queen as Queenbook itself writes them: a JSON list of system and value. */
export function identifiers(text: string): { system: string; value: string }[] | Fault {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return mustBe(SHAPE, text);
  }
  if (!Array.isArray(list)) return mustBe(SHAPE, text);
  const found: { system: string; value: string }[] = [];
  for (const each of list as unknown[]) {
    const { system, value } = (each ?? {}) as { system?: unknown; value?: unknown };
    if (typeof system !== 'string' || typeof value !== 'string') return mustBe(SHAPE, text);
    const [first, second] = [identifierText(system.trim()), identifierText(value.trim())];
    if (first instanceof Fault) return first;
    if (second instanceof Fault) return second;
    if (first === '' || second === '') return mustBe(SHAPE, text);
    found.push({ system: first, value: second });
  }
  return found;
}
