import { randomFrom } from '../random.js';
import { distance, FEATURE_UNITS, type Features } from './features.js';

/**
 * The errors are estimated when the sample has one of these sizes (if it is below the number of cells), and then when
 * the sample has `SAMPLES_PER_CELL` nodes per cell.
 */
const FIRST_SAMPLE_SIZES = [8, 64];
const SAMPLES_PER_CELL = [2, 4, 6, 12];
const MAX_SAMPLE_NODES = 500;

/** A node of the sample. */
export interface Sampled {
  readonly node: number;
  /** True if the node was drawn at random, false if it was drawn because it is unusual. */
  readonly isRandom: boolean;
}

/** Nodes of one kind and birth year. */
interface Cell {
  readonly nodes: number[];
  /**
   * The smaller of two squared distances in features: to the nearest drawn node and to the mean. −1 for drawn nodes.
   */
  readonly squaredDistance: Float64Array;
  drawn: number;
}

/**
 * Draws nodes in rounds, evenly over kinds and birth years. Random nodes of a cell alternate with unusual nodes, which
 * are farthest in features from the mean and from all drawn nodes. The same input results in the same sample.
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
    const missing = Math.min(size, MAX_SAMPLE_NODES) - total;
    const round: Sampled[] = [];
    // Draws first from the cells with the fewest drawn nodes.
    for (let left = missing; left > 0;) {
      const fewest = cells.reduce((minimum, { drawn }) => Math.min(minimum, drawn), Infinity);
      const open = cells.filter(({ drawn, nodes: all }) => drawn === fewest && drawn < all.length);
      if (open.length === 0 && cells.every(({ drawn, nodes: all }) => drawn === all.length)) break;
      const candidates = open.length > 0 ? open : cells.filter(({ drawn, nodes: all }) => drawn < all.length);
      const count = Math.min(left, candidates.length);
      for (let i = 0; i < count; i += 1) {
        const cell = candidates[Math.floor(((i + 0.5) * candidates.length) / count)];
        const isRandom = (cell.drawn + i) % 2 === 0;
        round.push({ node: draw(features, cell, isRandom ? random : undefined), isRandom });
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
    .map((some) => ({ nodes: some, squaredDistance: distancesFromMean(features, some), drawn: 0 }));
}

function distancesFromMean(features: Features, nodes: readonly number[]): Float64Array {
  const mean = (values: Float64Array) => nodes.reduce((sum, k) => sum + values[k], 0) / nodes.length;
  const names = ['reliability', 'descendants', 'relatives', 'inbreeding'] as const;
  const means = names.map((name) => mean(features[name]));
  return Float64Array.from(nodes, (k) =>
    names.reduce((sum, name, i) => sum + ((features[name][k] - means[i]) / FEATURE_UNITS[i]) ** 2, 0),
  );
}

/** Draws a random node of a cell, or its most unusual node if `random` is undefined. */
function draw(features: Features, cell: Cell, random: (() => number) | undefined): number {
  const { nodes, squaredDistance } = cell;
  let place = 0;
  if (random) {
    const free = [...nodes.keys()].filter((i) => squaredDistance[i] !== -1);
    place = free[Math.floor(random() * free.length)];
  } else {
    for (let i = 1; i < nodes.length; i += 1) if (squaredDistance[i] > squaredDistance[place]) place = i;
  }
  const drawn = nodes[place];
  for (let i = 0; i < nodes.length; i += 1) {
    if (squaredDistance[i] !== -1)
      squaredDistance[i] = Math.min(squaredDistance[i], distance(features, nodes[i], drawn));
  }
  squaredDistance[place] = -1;
  cell.drawn += 1;
  return drawn;
}
