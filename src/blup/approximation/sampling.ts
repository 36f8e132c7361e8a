import { randomFrom } from '../random.js';
import { distance, FEATURE_UNITS, type Features } from './features.js';

/** Numbers of nodes drawn before the error is judged: some, then several from each kind and birth year. */
const FIRST_SIZES = [8, 64];
const PER_CELL = [2, 4, 6, 12];
const MAX_SAMPLE_NODES = 500;

export interface Sampled {
  readonly node: number;
  /** Whether it was drawn at random, and not because it is unusual. */
  readonly isRandom: boolean;
}

/** Nodes of one kind and birth year. */
interface Cell {
  readonly nodes: number[];
  /** Squared distance to the mean or to the nearest node taken; −1 for nodes taken. */
  readonly apart: Float64Array;
  taken: number;
}

/**
 * Draws nodes in rounds, spread over kinds and birth years. Random nodes of a kind and year alternate with those whose
 * features are farthest from the mean and from nodes taken before, so that both the bulk and unusual nodes are seen. The
 * draw is the same each time.
 *
 * @param nodes nodes to choose from
 * @yields the nodes of a round
 */
export function* sampleRounds(features: Features, nodes: readonly number[]): Generator<Sampled[]> {
  const cells = cellsOf(features, nodes);
  const random = randomFrom(1);
  const sizes = [...FIRST_SIZES.filter((size) => size < cells.length), ...PER_CELL.map((each) => each * cells.length)];
  let total = 0;
  for (const size of sizes) {
    const wanted = Math.min(size, MAX_SAMPLE_NODES) - total;
    const round: Sampled[] = [];
    // Beginning with those of which least was taken, evenly spread over the cells.
    for (let left = wanted; left > 0;) {
      const least = cells.reduce((few, { taken }) => Math.min(few, taken), Infinity);
      const open = cells.filter(({ taken, nodes: all }) => taken === least && taken < all.length);
      if (open.length === 0 && cells.every(({ taken, nodes: all }) => taken === all.length)) break;
      const candidates = open.length > 0 ? open : cells.filter(({ taken, nodes: all }) => taken < all.length);
      const count = Math.min(left, candidates.length);
      for (let i = 0; i < count; i += 1) {
        const cell = candidates[Math.floor(((i + 0.5) * candidates.length) / count)]!;
        const isRandom = (cell.taken + i) % 2 === 0;
        round.push({ node: take(features, cell, isRandom ? random : undefined), isRandom });
      }
      left -= count;
    }
    total += round.length;
    if (round.length > 0) yield round;
  }
}

function cellsOf(features: Features, nodes: readonly number[]): Cell[] {
  const { kind, time } = features;
  const found = new Map<string, number[]>();
  for (const k of nodes) {
    const key = `${kind[k]} ${time[k]}`;
    const cell = found.get(key);
    if (cell) cell.push(k);
    else found.set(key, [k]);
  }
  return [...found.values()]
    .sort(([a], [b]) => kind[a!]! - kind[b!]! || time[a!]! - time[b!]!)
    .map((some) => ({ nodes: some, apart: distancesFromMean(features, some), taken: 0 }));
}

function distancesFromMean(features: Features, nodes: readonly number[]): Float64Array {
  const mean = (values: Float64Array) => nodes.reduce((sum, k) => sum + values[k]!, 0) / nodes.length;
  const names = ['reliability', 'descendants', 'relatives', 'inbreeding'] as const;
  const means = names.map((name) => mean(features[name]));
  return Float64Array.from(nodes, (k) =>
    names.reduce((sum, name, i) => sum + ((features[name][k]! - means[i]!) / FEATURE_UNITS[i]!) ** 2, 0),
  );
}

/** Takes a random node of a cell, or the most unusual one. */
function take(features: Features, cell: Cell, random: (() => number) | undefined): number {
  const { nodes, apart } = cell;
  let place = 0;
  if (random) {
    const free = [...nodes.keys()].filter((i) => apart[i] !== -1);
    place = free[Math.floor(random() * free.length)]!;
  } else {
    for (let i = 1; i < nodes.length; i += 1) if (apart[i]! > apart[place]!) place = i;
  }
  const taken = nodes[place]!;
  for (let i = 0; i < nodes.length; i += 1) {
    if (apart[i] !== -1) apart[i] = Math.min(apart[i]!, distance(features, nodes[i]!, taken));
  }
  apart[place] = -1;
  cell.taken += 1;
  return taken;
}
