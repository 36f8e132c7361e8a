/**
 * Finds the strongly connected components of a graph whose nodes have at most two links [Tarjan 1972, SIAM J Comput
 * 1:146]. A link is on a cycle if both its ends are in the same component. The function takes linear time and is not
 * recursive.
 *
 * @param links two links for each node. Nodes are numbered from 1; 0 means no link. The links of node 0 are ignored.
 * @returns component of each node, numbered from 1
 */
export function connectedParts(links: Int32Array): Int32Array {
  const size = links.length / 2;
  const part = new Int32Array(size);
  const found = new Int32Array(size);
  const lowest = new Int32Array(size);
  const followed = new Uint8Array(size);
  const path = new Int32Array(size);
  const open = new Int32Array(size);
  let [depth, waiting, count, parts] = [0, 0, 0, 0];
  const enter = (node: number) => {
    found[node] = lowest[node] = ++count;
    path[depth++] = node;
    open[waiting++] = node;
  };
  const lower = (node: number, to: number) => {
    if (to < lowest[node]!) lowest[node] = to;
  };
  for (let root = 1; root < size; root++) {
    if (found[root] === 0) enter(root);
    while (depth > 0) {
      const node = path[depth - 1]!;
      if (followed[node]! < 2) {
        const next = links[2 * node + followed[node]!++]!;
        if (next === 0) continue;
        if (found[next] === 0) enter(next);
        else if (part[next] === 0) lower(node, found[next]!);
        continue;
      }
      depth--;
      if (depth > 0) lower(path[depth - 1]!, lowest[node]!);
      if (lowest[node] !== found[node]) continue;
      parts++;
      for (let member = 0; member !== node;) {
        member = open[--waiting]!;
        part[member] = parts;
      }
    }
  }
  return part;
}

/** Links of a queen. Queens are numbered from 1; 0 means no queen. */
export interface Related {
  mother: number;
  /** Used only if the mother is unknown. Otherwise, the mate of the mother is the father. */
  father: number;
  mate: number;
  /** Whether the mate herself produced the drones. Otherwise, her daughters produced the drones. */
  isMateItself: boolean;
}

/** Node of a queen's birth. */
export const queenNode = (queen: number): number => (queen === 0 ? 0 : 2 * queen - 1);

/** Node of a queen's mating. All her daughters descend from this mating. */
export const familyNode = (queen: number): number => 2 * queen;

/**
 * Order of births and matings. The birth of a queen follows the mating of her mother, or of her father if the mother is
 * unknown. A mating follows the birth of the queen and of the drone producers, who are the mate herself or her
 * daughters. A valid pedigree has no cycle in this order. For example, A cannot mate with drones of B's daughters while
 * B mates with drones of A's daughters, although neither is her own ancestor.
 *
 * @param of returns the links of a queen
 * @returns links for `connectedParts`
 */
export function precedence(count: number, of: (queen: number) => Related): Int32Array {
  const links = new Int32Array(2 * (2 * count + 1));
  for (let queen = 1; queen <= count; queen++) {
    const { mother, father, mate, isMateItself } = of(queen);
    links.set([mother === 0 ? familyNode(father) : familyNode(mother), 0], 2 * queenNode(queen));
    links.set([queenNode(queen), isMateItself ? queenNode(mate) : familyNode(mate)], 2 * familyNode(queen));
  }
  return links;
}

/** Whether the mate herself produced the drones. Otherwise, her daughters produced the drones. */
export function isMateItself({ matingType, sdiCode }: { matingType: string | null; sdiCode: number | null }): boolean {
  const byOneDrone = sdiCode === 1 && (matingType === null || matingType === 'insemination');
  return byOneDrone || matingType === 'single_queen' || matingType === 'single_drone';
}

export const LINKS = ['mother', 'father', 'mated_to'] as const;
export type Link = (typeof LINKS)[number];

/**
 * Links of all queens. Queens are numbers from 1 (0 means no queen), so that a million queens need only a few
 * megabytes.
 */
export interface Lineage {
  /** Number of the linked queen, by kind of link and by queen. */
  linked: Record<Link, Int32Array>;
  /** For each queen: 1 if her mate herself produced the drones. */
  isMateItself: Uint8Array;
}

export function newLineage(count: number): Lineage {
  const numbers = () => new Int32Array(count + 1);
  return {
    linked: { mother: numbers(), father: numbers(), mated_to: numbers() },
    isMateItself: new Uint8Array(count + 1),
  };
}

/** A link on a cycle of ancestors, or on a cycle of births and matings. */
export interface CycleLink {
  queen: number;
  other: number;
  link: Link;
  isAncestor: boolean;
}

/**
 * Selects the new links to report. For each cycle, only links of one kind are reported: links to ancestors if there are
 * any, else impossible matings, else impossible births.
 * @param isNew whether the write created the link
 */
export function findCycles(lineage: Lineage, isNew: (link: CycleLink) => boolean): CycleLink[] {
  const { mother, father, mated_to: mate } = lineage.linked;
  const count = mother.length - 1;
  const part = connectedParts(
    precedence(count, (queen) => ({
      mother: mother[queen] ?? 0,
      father: father[queen] ?? 0,
      mate: mate[queen] ?? 0,
      isMateItself: lineage.isMateItself[queen] === 1,
    })),
  );
  const parents = new Int32Array(2 * mother.length);
  mother.forEach((other, queen) => parents.set([other, father[queen] ?? 0], 2 * queen));
  const partOfAncestors = connectedParts(parents);

  type Ranks = [CycleLink[], CycleLink[], CycleLink[]];
  const cycles = new Map<number | undefined, Ranks>();
  const addLink = (node: number, rank: 0 | 1 | 2, queen: number, link: Link, isAncestor: boolean) => {
    const found = { queen, other: lineage.linked[link][queen] ?? 0, link, isAncestor };
    if (!isNew(found)) return;
    const ranks: Ranks = cycles.get(part[node]) ?? [[], [], []];
    cycles.set(part[node], ranks);
    ranks[rank].push(found);
  };
  for (let queen = 1; queen <= count; queen++) {
    for (const link of ['mother', 'father'] as const) {
      const other = lineage.linked[link][queen] ?? 0;
      if (other !== 0 && partOfAncestors[queen] === partOfAncestors[other])
        addLink(queenNode(queen), 0, queen, link, true);
    }
    const birth = mother[queen] === 0 ? 'father' : 'mother';
    const before = familyNode(lineage.linked[birth][queen] ?? 0);
    if (before !== 0 && part[queenNode(queen)] === part[before]) addLink(before, 2, queen, birth, false);
    const drones = (lineage.isMateItself[queen] === 1 ? queenNode : familyNode)(mate[queen] ?? 0);
    // Other checks report a queen who is mated to herself.
    const isOther = drones !== 0 && mate[queen] !== queen;
    if (isOther && part[familyNode(queen)] === part[drones]) addLink(drones, 1, queen, 'mated_to', false);
  }
  return [...cycles.values()].flatMap((ranks) => ranks.find((links) => links.length > 0) ?? []);
}
