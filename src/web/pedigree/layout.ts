import { MATE, generationOf, isSire, type Lineage } from './lineage.js';

/** A place of the drawing, before it is zoomed: the left edge, the middle of its height. */
export interface Box {
  position: number;
  generation: number;
  /** Somebody to walk to: a queen who is known, or the daughters whose sheet it is. */
  known: boolean;
  sire: boolean;
  x: number;
  y: number;
  width: number;
  /** The height that is free for it: how far the next one of its generation is, at most a slot. */
  room: number;
  /** How far the one above it is in its column; there may be none. */
  above: number;
}

export interface Layout {
  boxes: readonly Box[];
  width: number;
  height: number;
}

export const COLUMNS = [200, 200, 176, 160, 148, 148, 112, 112] as const;
export const GAP = 24;
/** The height of a place that shows all it can. */
export const SLOT = 88;

const leftOf = (generation: number): number =>
  COLUMNS.slice(0, generation).reduce((sum, column) => sum + column + GAP, 0);
export const widthOf = (depth: number): number => leftOf(depth) + COLUMNS[depth]!;

/** Puts places at their heights (by position, any origin) into columns, the mate below position 1. */
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

/** A slot for every position, filled or not: the sheet that breeders fill in. */
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
