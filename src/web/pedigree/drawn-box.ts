import type { Box } from './layout.js';

/** The contents of a box depend on the height of its row on the screen, because the size of text is fixed. */
export type Detail = 'full' | 'two' | 'line' | 'dot';

export function detailOf(row: number): Detail {
  if (row >= 56) return 'full';
  if (row >= 36) return 'two';
  return row >= 16 ? 'line' : 'dot';
}

/** A box on the screen; `x` is its left edge, `y` its vertical middle. */
export interface DrawnBox extends Pick<Box, 'position' | 'generation' | 'known' | 'sire'> {
  x: number;
  y: number;
  width: number;
  height: number;
  detail: Detail;
  /** Free space above the box in pixels. */
  free: number;
}

const CAPTION = 10;
const HEIGHTS: Record<Detail, (row: number, lines: number) => number> = {
  full: (row, lines) => Math.min(row - 6, 18 + 16 * (lines - 1) + 20),
  two: (row) => Math.min(row - 2, 38),
  line: (row) => Math.min(row - 2, 24),
  dot: (row) => Math.min(row, 8),
};

/** @param lines number of text lines of a full box: name, facts and, if chosen, a value */
export function drawnBox(box: Box, scale: number, lines: number): DrawnBox {
  const { position, generation, known, sire } = box;
  const row = box.room * scale;
  const detail = detailOf(row);
  const height = HEIGHTS[detail](row, lines);
  return {
    position,
    generation,
    known,
    sire,
    x: box.x * scale,
    y: box.y * scale,
    width: box.width * scale,
    height,
    detail,
    free: box.above * scale - height - CAPTION,
  };
}
