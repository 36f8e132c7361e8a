import { MATE, generationOf, isSire, type Lineage } from './lineage.js';

/** A position of the drawing before zooming: left edge and vertical middle. */
export interface Box {
  position: number;
  generation: number;
  /** An element that can get the focus: a known queen, or the daughters of the sheet. */
  known: boolean;
  sire: boolean;
  x: number;
  y: number;
  width: number;
  /** Free height: the distance to the next one of its generation, at most a slot. */
  room: number;
  /** Distance to the one above it in its column, if any. */
  above: number;
}

export interface Layout {
  boxes: readonly Box[];
  width: number;
  height: number;
}

export const COLUMNS = [200, 200, 176, 160, 148, 148, 112, 112] as const;
export const GAP = 24;
/** Height of a box with all its contents. */
export const SLOT = 88;

const leftOf = (generation: number): number =>
  COLUMNS.slice(0, generation).reduce((sum, column) => sum + column + GAP, 0);
export const widthOf = (depth: number): number => leftOf(depth) + COLUMNS[depth]!;

/** Arranges positions, given their heights in any units, in columns, with the mate below position 1. */
export function inColumns(lineage: Lineage, heights: ReadonlyMap<number, number>, mateBelow = SLOT * 1.5): Layout {
  const all = new Map(heights);
  if (lineage.mate) all.set(MATE, all.get(1)! + mateBelow);
  const top = Math.min(...all.values()) - SLOT / 2;
  const boxes = [...all].map(([position, height]): Box => {
    const generation = generationOf(position);
    return {
      position,
      generation,
      known: position <= 1 || lineage.places.has(position),
      sire: position === MATE || isSire(position),
      x: leftOf(generation),
      y: height - top,
      width: COLUMNS[generation]!,
      room: SLOT,
      above: Infinity,
    };
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
  const height = Math.max(...boxes.map(({ y }) => y)) + SLOT / 2;
  return { boxes, width: widthOf(lineage.depth), height };
}

/** A slot for every position, known or not: the form that breeders use. */
export function fixedSlots(lineage: Lineage): Layout {
  const rows = 2 ** lineage.depth;
  const heights = new Map<number, number>();
  for (let position = 1; position < 2 * rows; position++) {
    const first = 2 ** generationOf(position);
    const share = rows / first;
    heights.set(position, (position - first + 0.5) * share * SLOT);
  }
  return inColumns(lineage, heights);
}
