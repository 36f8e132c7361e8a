import { columnCounts, eliminationTree, postorder } from './elimination-tree.js';
import { minimumDegreeOrder } from './minimum-degree.js';
import { graphOf, type Graph, type SymmetricMatrix } from './symmetric.js';

/**
 * Structure of the Cholesky factor of P·C·P′. Columns with the same rows below them form a supernode, which is stored
 * as a dense panel. Supernode s has the columns `first[s] … first[s + 1] − 1` and the rows `rows[rowStart[s] …
 * rowStart[s + 1] − 1]` in ascending order, starting with its own columns. Its panel is stored by rows, starting at
 * `panelStart[s]`. All indexes refer to scalars of the permuted matrix.
 */
export interface Symbolic {
  readonly size: number;
  /** Position of each scalar in the factor. */
  readonly place: Int32Array;
  readonly supernodes: number;
  readonly first: Int32Array;
  readonly supernodeOf: Int32Array;
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  /** Valid if `entries` is below 2³¹. */
  readonly panelStart: Int32Array;
  /** Number of entries of all panels, 8 bytes each. */
  readonly entries: number;
  /** Number of multiply-add operations of the factorization. */
  readonly work: number;
}

/**
 * Computes the symbolic factorization.
 *
 * @param unitOf unit of each scalar, ascending from 0; the effects of one animal form a unit
 */
export function analyse(matrix: SymmetricMatrix, unitOf: Int32Array): Symbolic {
  const units = matrix.size === 0 ? 0 : unitOf[matrix.size - 1] + 1;
  const weight = new Int32Array(units);
  for (const u of unitOf) weight[u] += 1;
  const graph = graphOf(matrix, unitOf, units);
  const minimumDegree = minimumDegreeOrder(graph, weight);
  const tree = postorder(eliminationTree(graph, minimumDegree, inverse(minimumDegree)));
  const order = tree.map((k) => minimumDegree[k]);
  const place = inverse(order);
  const parent = eliminationTree(graph, order, place);
  const counts = columnCounts(graph, order, place, parent);
  const firstUnit = findSupernodes(parent, counts);
  return inScalars(unitOf, order, weight, firstUnit, supernodeRows(graph, order, place, firstUnit));
}

function inverse(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k += 1) place[order[k]] = k;
  return place;
}

/** Maximum number of units in a supernode. Parts of the work on a panel grow with the cube of its width. */
const MAX_SUPERNODE_UNITS = 48;

/**
 * Returns the first column of every supernode, followed by the number of columns. A small supernode is merged with its
 * parent if the parent follows directly and few zeros are added: one dense panel is cheaper than many thin panels
 * [Ashcraft & Grimes 1989, ACM Trans Math Softw 15:291].
 */
function findSupernodes(parent: Int32Array, counts: Int32Array): Int32Array {
  const size = parent.length;
  // Stack of the supernodes found: first column, number of stored zeros, number of rows of the first column.
  const first: number[] = [];
  const zeros: number[] = [];
  const height: number[] = [];
  for (let k = 0; k < size; k += 1) {
    first.push(k);
    zeros.push(0);
    height.push(counts[k]);
    const end = k + 1;
    while (first.length > 1) {
      const top = first.length - 1;
      const lower = first[top];
      if (parent[lower - 1] !== lower || end - first[top - 1] > MAX_SUPERNODE_UNITS) break;
      const columns = lower - first[top - 1];
      const joined = end - first[top - 1];
      // The merged panel has the rows of the child's own columns and all rows of the parent.
      const joinedHeight = columns + height[top];
      const added = columns * (joinedHeight - height[top - 1]);
      const total = zeros[top] + zeros[top - 1] + added;
      const share = total / (joined * joinedHeight - (joined * (joined - 1)) / 2);
      const isCheaper =
        added === 0 || joined <= 4 || (joined <= 16 && share < 0.6) || (joined <= 48 && share < 0.1) || share < 0.03;
      if (!isCheaper) break;
      first.pop();
      zeros.pop();
      height.pop();
      zeros[top - 1] = total;
      height[top - 1] = joinedHeight;
    }
  }
  first.push(size);
  return Int32Array.from(first);
}

/**
 * For each supernode, returns the units of the rows below it: the rows of the nonzero elements in its columns, and the
 * rows of its children in the tree.
 */
function supernodeRows(
  { start, neighbours }: Graph,
  order: Int32Array,
  place: Int32Array,
  first: Int32Array,
): Int32Array[] {
  const count = first.length - 1;
  const mark = new Int32Array(order.length).fill(-1);
  const supernodeOf = new Int32Array(order.length);
  const children: number[][] = Array.from({ length: count }, () => []);
  const rows: Int32Array[] = [];
  for (let s = 0; s < count; s += 1) supernodeOf.fill(s, first[s], first[s + 1]);
  for (let s = 0; s < count; s += 1) {
    const end = first[s + 1];
    const found: number[] = [];
    const addRow = (i: number) => {
      if (i < end || mark[i] === s) return;
      mark[i] = s;
      found.push(i);
    };
    for (let k = first[s]; k < end; k += 1) {
      const u = order[k];
      for (let at = start[u]; at < start[u + 1]; at += 1) addRow(place[neighbours[at]]);
    }
    for (const child of children[s]) rows[child].forEach(addRow);
    const own = Int32Array.from(found).sort();
    rows.push(own);
    if (own.length > 0) children[supernodeOf[own[0]]].push(s);
  }
  return rows;
}

function inScalars(
  unitOf: Int32Array,
  order: Int32Array,
  weight: Int32Array,
  firstUnit: Int32Array,
  unitRows: Int32Array[],
): Symbolic {
  const size = unitOf.length;
  const supernodes = firstUnit.length - 1;
  const offset = new Int32Array(order.length + 1);
  const firstPlace = new Int32Array(order.length);
  for (let k = 0; k < order.length; k += 1) {
    offset[k + 1] = offset[k] + weight[order[k]];
    firstPlace[order[k]] = offset[k];
  }
  const place = new Int32Array(size);
  for (let i = 0; i < size; i += 1) place[i] = firstPlace[unitOf[i]]++;
  const first = firstUnit.map((k) => offset[k]);
  const supernodeOf = new Int32Array(size);
  const rowStart = new Int32Array(supernodes + 1);
  const panelStart = new Int32Array(supernodes + 1);
  let work = 0;
  let entries = 0;
  for (let s = 0; s < supernodes; s += 1) {
    const columns = first[s + 1] - first[s];
    supernodeOf.fill(s, first[s], first[s + 1]);
    let height = columns;
    for (const k of unitRows[s]) height += offset[k + 1] - offset[k];
    rowStart[s + 1] = rowStart[s] + height;
    panelStart[s + 1] = panelStart[s] + height * columns;
    entries += height * columns;
    for (let c = 0; c < columns; c += 1) work += ((height - c) * (height - c)) / 2;
  }
  const rows = new Int32Array(rowStart[supernodes]);
  for (let s = 0, at = 0; s < supernodes; s += 1) {
    for (let i = first[s]; i < first[s + 1]; i += 1) rows[at++] = i;
    for (const k of unitRows[s]) for (let i = offset[k]; i < offset[k + 1]; i += 1) rows[at++] = i;
  }
  return {
    size,
    place,
    supernodes,
    first,
    supernodeOf,
    rowStart,
    rows,
    panelStart,
    entries,
    work,
  };
}
