import type { Box, Layout } from './layout.js';
import { MATE, childOf, damOf, sireOf } from './lineage.js';
import type { Repeat } from './repeats.js';

/** Returns the position to which a key moves the focus; null if the key does not move the focus. */
export function stepFrom(layout: Layout, from: number, key: string, repeat?: Repeat): number | null {
  const known = layout.boxes.filter(({ known: isKnown }) => isKnown);
  const has = (position: number) => known.some((box) => box.position === position);
  const first = (...positions: number[]) => positions.find(has) ?? null;
  switch (key) {
    case 'ArrowRight':
      return from === MATE ? null : first(damOf(from), sireOf(from));
    case 'ArrowLeft':
      return from === MATE ? first(1) : first(childOf(from));
    case 'ArrowUp':
      return neighbour(known, from, -1);
    case 'ArrowDown':
      return neighbour(known, from, 1);
    case 'Home':
      return known[0]?.position ?? null;
    case 'r':
    case 'R':
      return repeat ? nextOf(repeat, from) : null;
    default:
      return null;
  }
}

/** Returns the next known position above (-1) or below (1) in the same generation. */
function neighbour(known: readonly Box[], from: number, by: 1 | -1): number | null {
  const index = known.findIndex(({ position }) => position === from);
  const next = known[index + by];
  return next && next.generation === known[index]?.generation ? next.position : null;
}

/** Returns the next position of the same queen; after the last position, the first position. */
const nextOf = ({ positions }: Repeat, from: number): number | null =>
  positions.find((position) => position > from) ?? positions[0] ?? null;
