import { fitted, fittedColumns } from './columns.js';
import { drawnBox } from './drawn-box.js';
import { COLUMNS, widthOf, type Layout } from './layout.js';
import { generationOf, queenAt, type Lineage } from './lineage.js';
import { badgeOf, leastWidthFor, widthFor, type Named } from './place-lines.js';
import { repeatsIn } from './repeats.js';

interface Shown {
  /** The title at position 1 in the pedigree of the daughters. */
  daughters?: string;
  /** Whether a value is shown below each name, which leaves less space for the name. */
  value?: boolean;
}

/**
 * Arranges a pedigree in columns that fit its names, in a window of this width.
 * @param arrange arranges the pedigree in columns of given widths
 */
export function arranged(
  lineage: Lineage,
  window: number,
  arrange: (columns: readonly number[], zoom: number) => Layout,
  { daughters, value }: Shown = {},
): Layout {
  const repeats = repeatsIn(lineage);
  const known = [...lineage.places.keys()];
  // A drawing of three generations has a slot for every ancestor. Larger drawings contain only known ancestors.
  const last = lineage.depth === 3 ? 3 : Math.max(...known.map(generationOf));
  const usual = COLUMNS.slice(0, last + 1);
  const zoom = fitted(widthOf(usual), window);
  const columns = usual.map((width) => ({ usual: width, need: 0, least: 0 }));
  for (const box of arrange(usual, zoom).boxes) {
    const { position, generation } = box;
    const queen = queenAt(lineage, position);
    const column = columns[generation];
    const named: Named | null = queen ?? (position === 1 ? { name: daughters ?? '', dotless: true } : null);
    if (!named || !column) continue;
    const { detail, height } = drawnBox(box, zoom, 2);
    const badge = badgeOf(repeats.get(queen?.id ?? ''));
    const whole = widthFor(named, height, badge);
    const wraps = detail === 'full' || (detail === 'two' && !value);
    column.need = Math.max(column.need, whole);
    column.least = Math.max(column.least, wraps ? leastWidthFor(named, badge) : whole);
  }
  return arrange(fittedColumns(columns, zoom), zoom);
}
