import { MATE, damOf, generationOf, sireOf, type Kin, type Lineage } from './lineage.js';

export interface OutlineRow<Q extends Kin> {
  position: number;
  /** Null if the queen is unknown. */
  queen: Q | null;
  level: number;
  size: number;
  index: number;
  /** Null if no parent is known, or in the oldest generation. */
  open: boolean | null;
}

/** Returns the visible rows: each queen, then her dam and sire. If only one of these is known, both have a row. */
export function outlineRows<Q extends Kin>(
  { places, depth, mate }: Lineage<Q>,
  isOpen: (position: number) => boolean,
): OutlineRow<Q>[] {
  const rows: OutlineRow<Q>[] = [];
  const top = mate ? 2 : 1;
  const add = (position: number, size: number, index: number) => {
    const generation = generationOf(position);
    const parents = [damOf(position), sireOf(position)];
    const more = generation < depth && parents.some((parent) => places.has(parent));
    const open = more ? isOpen(position) : null;
    rows.push({ position, queen: places.get(position) ?? null, level: generation + 1, size, index, open });
    if (open) parents.forEach((parent, order) => add(parent, 2, order + 1));
  };
  add(1, top, 1);
  if (mate) rows.push({ position: MATE, queen: mate, level: 1, size: top, index: 2, open: null });
  return rows;
}

/** Returns the effect of a key: the position to focus, or the row to open or close. */
export function outlineKey(
  rows: readonly OutlineRow<Kin>[],
  at: number,
  key: string,
): { to: number } | { toggle: number } | null {
  const index = rows.findIndex(({ position }) => position === at);
  const row = rows[index];
  const go = (next: OutlineRow<Kin> | undefined) => (next ? { to: next.position } : null);
  switch (key) {
    case 'ArrowDown':
      return go(rows[index + 1]);
    case 'ArrowUp':
      return go(rows[index - 1]);
    case 'Home':
      return go(rows[0]);
    case 'End':
      return go(rows.at(-1));
    case 'ArrowRight':
      return row?.open === false ? { toggle: at } : row?.open ? go(rows[index + 1]) : null;
    case 'ArrowLeft':
      if (!row) return null;
      return row.open ? { toggle: at } : go(rows.findLast(({ level }, i) => i < index && level === row.level - 1));
    default:
      return null;
  }
}
