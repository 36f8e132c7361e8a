import type { Draft } from '../draft.js';
import { cellOf } from '../plan.js';
import type { Step } from '../plan.js';
import { mustBe } from '../values.js';

/** Codes of `ANPAARTYP`. Code 2 does not show whether the station is on an island. */
const TYPES: ReadonlyMap<string, NonNullable<Draft['mating_type']>> = new Map([
  ['1', 'insemination'],
  ['2', 'land_station'],
  ['3', 'open'],
  ['4', 'island_station'],
]);

/**
 * Reads the mating from `ANPAARTYP` and `DROHNEN`. `DROHNEN` = 1 means a single drone; the columns of 4a then name the
 * queen who produced this drone. The SDI code distinguishes a single drone (1) from several drones (2). For an open
 * mating, the code is unknown. Without `DROHNEN`, the code is only assumed.
 */
export function mating(type: number | undefined, drones: number | undefined): Step {
  return (row) => {
    const { draft } = row;
    const code = cellOf(row, type);
    const known = code === '' ? undefined : TYPES.get(code);
    if (code !== '' && known === undefined) {
      row.fault(
        type ?? null,
        mustBe('1 (insemination), 2 (station), 3 (natural) or 4 (island station)', code, {
          kind: 'one_of',
          allowed: [1, 2, 3, 4],
        }),
      );
    }
    const number = cellOf(row, drones);
    if (number === '1') {
      draft.mating_type = 'single_drone';
      draft.sdi_code = 1;
      draft.drone_producers = 1;
      draft.drones = 1;
    } else if (known !== undefined) {
      draft.mating_type = known;
      if (known !== 'open') draft[number === '' ? 'supposed_sdi_code' : 'sdi_code'] = 2;
    }
  };
}
