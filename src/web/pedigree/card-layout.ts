import type { Box } from './layout.js';
import { generationOf, isSire, type Lineage } from './lineage.js';

/** An A4 page in landscape without its margins of 10 mm: 277 × 190 mm, in CSS pixels. */
export const CARD = { width: 1046, height: 718, aside: 232, gap: 16, foot: 26 } as const;

/** The last column is wider by this number of pixels, because its names are on one line. */
const WIDER = 16;

/**
 * Returns the slots of the queen and of all her ancestors, known or not. The ancestors are to the right of the queen's
 * facts.
 */
export function cardSlots(lineage: Lineage): Box[] {
  const { depth, places } = lineage;
  const height = CARD.height - CARD.foot;
  const column = (CARD.width - 1 - CARD.aside - depth * CARD.gap - WIDER) / depth;
  return Array.from({ length: 2 ** (depth + 1) - 1 }, (_, index): Box => {
    const position = index + 1;
    const generation = generationOf(position);
    const row = height / 2 ** generation;
    return {
      position,
      generation,
      known: places.has(position),
      sire: isSire(position),
      x: generation === 0 ? 0 : CARD.aside + CARD.gap + (generation - 1) * (column + CARD.gap),
      y: (position - 2 ** generation + 0.5) * row,
      width: generation === 0 ? CARD.aside : generation === depth ? column + WIDER : column,
      room: Math.min(row, 88),
      above: row,
    };
  });
}
