import { hierarchy, tree } from 'd3-hierarchy';
import { SLOT, inColumns, type Layout } from './layout.js';
import { damOf, generationOf, sireOf, type Lineage } from './lineage.js';

/** The least height of a row by generations, at which names still stand when all columns fit a usual screen; fewer rows are drawn further apart. */
const PITCH: Record<number, number> = { 3: SLOT, 5: 32, 7: 20 };
/** A drawing this high fills a screen. */
const SCREEN = 8 * SLOT;

/**
 * The known ancestors as a tidy tree. Where one parent is known, the other has a place too, so that the dam is always
 * above and the sire below; where neither is, the tree ends.
 */
export function knownTree(lineage: Lineage): Layout {
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
  return inColumns(lineage, new Map(nodes.map(({ data, x }) => [data, x * pitch])));
}
