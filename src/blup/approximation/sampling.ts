import { randomFrom } from '../random.js';
import { distance, FEATURE_UNITS, type Features } from './features.js';

/** Sample sizes at which the errors are estimated: first total sizes, then numbers of nodes in each cell. */
const FIRST_SAMPLE_SIZES = [8, 64];
const SAMPLES_PER_CELL = [2, 4, 6, 12];
const MAX_SAMPLE_NODES = 500;

/** A node of the sample. */
export interface Sampled {
  readonly node: number;
  /** Whether it was drawn at random, and not because it is unusual. */
  readonly isRandom: boolean;
}

/** Nodes of one kind and birth year. */
interface Cell {
  readonly nodes: number[];
  /**
   * Squared distance in features to the nearest node drawn, or to the mean before any was drawn; −1 for nodes drawn.
   */
  readonly squaredDistance: Float64Array;
  taken: number;
}

/**
 * Draws nodes in rounds, evenly over kinds and birth years. Random nodes of a cell alternate with those whose features
 * are farthest from the mean and from nodes drawn before, so that the sample contains both typical and unusual nodes.
 * The same input gives the same sample.
 *
 * @param nodes nodes to choose from
 * @yields the nodes of a round
 */
export function* sampleRounds(features: Features, nodes: readonly number[]): Generator<Sampled[]> {
  const cells = cellsOf(features, nodes);
  const random = randomFrom(1);
  const sizes = [
    ...FIRST_SAMPLE_SIZES.filter((size) => size < cells.length),
    ...SAMPLES_PER_CELL.map((each) => each * cells.length),
  ];
  let total = 0;
  for (const size of sizes) {
    const wanted = Math.min(size, MAX_SAMPLE_NODES) - total;
    const round: Sampled[] = [];
    // First the cells from which the fewest nodes were drawn, evenly spread.
    for (let left = wanted; left > 0;) {
      const fewest = cells.reduce((minimum, { taken }) => Math.min(minimum, taken), Infinity);
      const open = cells.filter(({ taken, nodes: all }) => taken === fewest && taken < all.length);
      if (open.length === 0 && cells.every(({ taken, nodes: all }) => taken === all.length)) break;
      const candidates = open.length > 0 ? open : cells.filter(({ taken, nodes: all }) => taken < all.length);
      const count = Math.min(left, candidates.length);
      for (let i = 0; i < count; i += 1) {
        const cell = candidates[Math.floor(((i + 0.5) * candidates.length) / count)];
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
    .sort(([a], [b]) => kind[a] - kind[b] || time[a] - time[b])
    .map((some) => ({ nodes: some, squaredDistance: distancesFromMean(features, some), taken: 0 }));
}

function distancesFromMean(features: Features, nodes: readonly number[]): Float64Array {
  const mean = (values: Float64Array) => nodes.reduce((sum, k) => sum + values[k], 0) / nodes.length;
  const names = ['reliability', 'descendants', 'relatives', 'inbreeding'] as const;
  const means = names.map((name) => mean(features[name]));
  return Float64Array.from(nodes, (k) =>
    names.reduce((sum, name, i) => sum + ((features[name][k] - means[i]) / FEATURE_UNITS[i]) ** 2, 0),
  );
}

/** Draws a random node of a cell, or the most unusual one. */
function take(features: Features, cell: Cell, random: (() => number) | undefined): number {
  const { nodes, squaredDistance } = cell;
  let place = 0;
  if (random) {
    const free = [...nodes.keys()].filter((i) => squaredDistance[i] !== -1);
    place = free[Math.floor(random() * free.length)];
  } else {
    for (let i = 1; i < nodes.length; i += 1) if (squaredDistance[i] > squaredDistance[place]) place = i;
  }
  const taken = nodes[place];
  for (let i = 0; i < nodes.length; i += 1) {
    if (squaredDistance[i] !== -1)
      squaredDistance[i] = Math.min(squaredDistance[i], distance(features, nodes[i], taken));
  }
  squaredDistance[place] = -1;
  cell.taken += 1;
  return taken;
}
