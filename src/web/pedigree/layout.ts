import { MATE, generationOf, isSire, type Lineage } from './lineage.js';

/** A box of the drawing before zooming; `x` is its left edge, `y` its vertical middle. */
export interface Box {
  position: number;
  generation: number;
  /**
   * Whether the box can get the focus: it contains a known queen or, at position 1 in the pedigree of the daughters,
   * the title.
   */
  known: boolean;
  sire: boolean;
  x: number;
  y: number;
  width: number;
  /** The available height: the distance to the nearest box of its column, at most the height of a slot. */
  room: number;
  /** Distance to the box above in its column; infinite for the first box. */
  above: number;
}

export interface Layout {
  boxes: readonly Box[];
  width: number;
  height: number;
  self: number;
  /** The vertical middle of the lowest box of the first column. This is the box of the mate, if there is one. */
  lowest: number;
}

/** The usual widths of the columns; `fittedColumns` adapts them to the names. */
export const COLUMNS = [200, 200, 176, 160, 148, 148, 112, 112] as const;
export const GAP = 24;
/** The height of a box with all its contents. */
export const SLOT = 88;

/** Returns the total width of columns with the gaps between them. */
export const widthOf = (columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + column, GAP * (columns.length - 1));

/**
 * Arranges positions in columns, with the mate below position 1.
 * @param heights vertical middle of each position, from any origin
 */
export function inColumns(
  lineage: Lineage,
  heights: ReadonlyMap<number, number>,
  columns: readonly number[],
  { slot = SLOT, mateBelow = SLOT * 1.75 }: { slot?: number; mateBelow?: number } = {},
): Layout {
  const own = heights.get(1) ?? 0;
  const lowest = lineage.mate ? own + mateBelow : own;
  const all = [...heights, ...(lineage.mate ? [[MATE, lowest] as const] : [])];
  const top = Math.min(...all.map(([, height]) => height)) - slot / 2;
  const boxes = columns.flatMap((width, generation) => {
    const left = columns.slice(0, generation).reduce((sum, each) => sum + each + GAP, 0);
    return all
      .filter(([position]) => generationOf(position) === generation)
      .map(([position, height]): Box => ({
        position,
        generation,
        known: position <= 1 || lineage.places.has(position),
        sire: position === MATE || isSire(position),
        x: left,
        y: height - top,
        width,
        room: SLOT,
        above: Infinity,
      }));
  });
  boxes.sort((a, b) => a.generation - b.generation || a.y - b.y);
  for (const [index, box] of boxes.entries()) {
    const above = boxes[index - 1];
    if (!above || above.generation !== box.generation) continue;
    const apart = box.y - above.y;
    box.above = apart;
    above.room = Math.min(above.room, apart);
    box.room = Math.min(box.room, apart);
  }
  const height = Math.max(...boxes.map(({ y }) => y)) + slot / 2;
  return { boxes, width: widthOf(columns), height, self: own - top, lowest: lowest - top };
}

/** Arranges a slot for every position, known or not, as in the forms of breeders. */
export function fixedSlots(lineage: Lineage, columns: readonly number[], slot: number = SLOT): Layout {
  const rows = 2 ** lineage.depth;
  const heights = new Map<number, number>();
  for (let position = 1; position < 2 * rows; position++) {
    const first = 2 ** generationOf(position);
    const share = rows / first;
    heights.set(position, (position - first + 0.5) * share * slot);
  }
  // The mate is at the height of the sire.
  return inColumns(lineage, heights, columns, { slot, mateBelow: (rows / 4) * slot });
}
