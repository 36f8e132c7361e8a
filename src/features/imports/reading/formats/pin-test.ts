import { EVALUATION_RULES } from '../../../evaluations/evaluation.checks.js';
import { numberFrom } from '../../../../validation/numbers.js';
import { cellOf } from '../plan.js';
import type { Step } from '../plan.js';
import { Fault, numeric } from '../values.js';

const cleanedCells = numeric(EVALUATION_RULES.hyg6h);
const hours = numeric(numberFrom(1, 96));

/** A pin test of at most this number of hours belongs to the 6-hour trait, and a longer test to the 24-hour trait. */
const MAX_HOURS_FOR_6H = 12;

/**
 * Reads the pin test of BeeBreed: the number of cleaned cells (`AUSRAUM`) and the time in hours (`AUSRAUMH`). Ignores a
 * pin test without hours.
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
