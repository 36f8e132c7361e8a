import { fitted, fittedColumns } from './columns.js';
import { COLUMNS, widthOf } from './layout.js';
import { MATE, generationOf, type Lineage } from './lineage.js';
import { BADGE, widthFor, type Named } from './place-lines.js';
import { repeatsIn } from './repeats.js';

/**
 * Columns for the names of a pedigree in a window of this width.
 * @param daughters title of position 1 on the sheet of daughters
 */
export function columnsFor(lineage: Lineage, window: number, daughters?: string): number[] {
  const { places, mate, depth } = lineage;
  const repeats = repeatsIn(lineage);
  // All slots of three generations are drawn, otherwise known ancestors only.
  const last = depth === 3 ? depth : Math.max(...[...places.keys()].map(generationOf));
  const needs = Array.from({ length: last + 1 }, () => 0);
  const need = (position: number, named: Named, badge: number) => {
    const generation = generationOf(position);
    needs[generation] = Math.max(needs[generation]!, widthFor(named, badge));
  };
  for (const [position, queen] of places) need(position, queen, repeats.has(queen.id) ? BADGE : 0);
  if (mate) need(MATE, mate, repeats.has(mate.id) ? BADGE : 0);
  if (daughters !== undefined && !places.has(1)) need(1, { name: daughters, dotless: true }, 0);
  return fittedColumns(needs, fitted(widthOf(COLUMNS.slice(0, last + 1)), window));
}
