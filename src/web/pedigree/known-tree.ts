import { hierarchy, tree } from 'd3-hierarchy';
import { SLOT, inColumns, type Layout } from './layout.js';
import { damOf, generationOf, sireOf, type Lineage } from './lineage.js';

/**
 * Minimum height of a row in pixels, by number of generations, so that names remain readable. A drawing with few rows
 * has higher rows.
 */
const PITCH: Record<number, number> = { 3: SLOT, 5: 32, 7: 24 };
/** The height of a drawing that fills a screen. */
const SCREEN = 8 * SLOT;

/**
 * Arranges the known ancestors as a tidy tree. If only one parent is known, the other also has a position, so that the
 * dam is always above the sire. The tree ends where both parents are unknown.
 */
export function knownTree(lineage: Lineage, columns: readonly number[]): Layout {
  const { places, depth } = lineage;
  const parents = (position: number) => {
    const both = [damOf(position), sireOf(position)];
    return generationOf(position) < depth && both.some((parent) => places.has(parent)) ? both : null;
  };
  const root = tree<number>()
    .nodeSize([1, 1])
    .separation(() => 1)(hierarchy(1, parents));
  const nodes = root.descendants();
  const rows = nodes.map(({ x }) => x);
  const extent = Math.max(...rows) - Math.min(...rows) + 1;
  const pitch = Math.min(SLOT, Math.max(PITCH[depth] ?? SLOT, SCREEN / extent));
  return inColumns(lineage, new Map(nodes.map(({ data, x }) => [data, x * pitch])), columns);
}
