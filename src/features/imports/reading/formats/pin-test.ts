import { EVALUATION_RULES } from '../../../evaluations/evaluation.checks.js';
import { numberFrom } from '../../../../validation/numbers.js';
import { cellOf } from '../plan.js';
import type { Step } from '../plan.js';
import { Fault, numeric } from '../values.js';

const cleanedCells = numeric(EVALUATION_RULES.hyg6h);
const hours = numeric(numberFrom(1, 96));

/** Up to this time a pin test counts as the trait of 6 hours, otherwise as that of 24. */
const MAX_HOURS_FOR_6H = 12;

/**
 * The pin test of BeeBreed: cells cleaned (`AUSRAUM`) and after how many hours (`AUSRAUMH`). A pin test without hours
 * is ignored.
 */
export function pinTest(cells: number | undefined, after: number | undefined): Step {
  return (row) => {
    const [cleaned, time] = [cellOf(row, cells), cellOf(row, after)];
    if (cleaned === '' || time === '') return;
    const [count, length] = [cleanedCells(cleaned), hours(time)];
    if (count instanceof Fault) row.fault(cells ?? null, count);
    if (length instanceof Fault) row.fault(after ?? null, length);
    if (count instanceof Fault || length instanceof Fault) return;
    row.draft[length <= MAX_HOURS_FOR_6H ? 'hyg6h' : 'hyg24h'] = count;
  };
}
