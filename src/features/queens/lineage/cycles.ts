/**
 * What depends on each other, in graphs in which everybody names two at most: the strongly connected parts [Tarjan 1972,
 * SIAM J Comput 1:146]. A link lies on a ring where both its ends are in the same part. O(n), and however deep.
 *
 * @param links two for each node, from 1; 0 for none. Those of the node 0 do not count.
 * @returns by node its part, from 1
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

/** A queen among others who are counted from 1; 0 for nobody. */
export interface Related {
  mother: number;
  /** Counts where the mother is not known: else her mating tells who he is, and whether the drones are his own. */
  father: number;
  mate: number;
  /** The drones are the mate's own, not those of her daughters. */
  isMateItself: boolean;
}

/** A queen as a node of what comes after what. */
export const herself = (queen: number): number => (queen === 0 ? 0 : 2 * queen - 1);

/** Her daughters, who are all of one mating, as another. */
export const family = (queen: number): number => 2 * queen;

/**
 * What comes after what: a queen after the mating of her mother, a mating after the queen and after those whose drones it
 * needs, who are daughters of the mate or the mate herself. A ring of it cannot have been: so two queens may each be
 * entered as mated with drones of the other's daughters, though none is her own ancestor.
 *
 * @param of by queen, from 1
 * @returns links for `connectedParts`
 */
export function precedence(count: number, of: (queen: number) => Related): Int32Array {
  const links = new Int32Array(2 * (2 * count + 1));
  for (let queen = 1; queen <= count; queen++) {
    const { mother, father, mate, isMateItself } = of(queen);
    links.set([mother === 0 ? family(father) : family(mother), 0], 2 * herself(queen));
    links.set([herself(queen), isMateItself ? herself(mate) : family(mate)], 2 * family(queen));
  }
  return links;
}

/** Whether the drones of her mating are the mate's own, not those of her daughters. */
export function isMateItself({ matingType, sdiCode }: { matingType: string | null; sdiCode: number | null }): boolean {
  const byOneDrone = sdiCode === 1 && (matingType === null || matingType === 'insemination');
  return byOneDrone || matingType === 'single_queen' || matingType === 'single_drone';
}

export const LINKS = ['mother', 'father', 'mated_to'] as const;
export type Link = (typeof LINKS)[number];

/** Queens with all whom they come after, by numbers from 1, so that a million take some megabytes; 0 for nobody. */
export interface Lineage {
  /** By queen. */
  linked: Record<Link, Int32Array>;
  /** By queen; 1: her mate's own drones. */
  isMateItself: Uint8Array;
}

export function newLineage(count: number): Lineage {
  const numbers = () => new Int32Array(count + 1);
  return {
    linked: { mother: numbers(), father: numbers(), mated_to: numbers() },
    isMateItself: new Uint8Array(count + 1),
  };
}

/** A link that lies on a ring: of ancestors, or of a birth or a mating that would have to come before itself. */
export interface RingLink {
  queen: number;
  other: number;
  link: Link;
  isAncestor: boolean;
}

/**
 * What is to be told of rings: of each the links that are new and say most, who is whose ancestor before which matings
 * contradict each other, and these before births that do.
 * @param isNew whether a link was made now, by which a ring can have closed
 */
export function findRings(lineage: Lineage, isNew: (link: RingLink) => boolean): RingLink[] {
  const { mother, father, mated_to: mate } = lineage.linked;
  const count = mother.length - 1;
  const part = connectedParts(
    precedence(count, (queen) => ({
      mother: mother[queen]!,
      father: father[queen]!,
      mate: mate[queen]!,
      isMateItself: lineage.isMateItself[queen] === 1,
    })),
  );
  const parents = new Int32Array(2 * mother.length);
  mother.forEach((other, queen) => parents.set([other, father[queen]!], 2 * queen));
  const partOfAncestors = connectedParts(parents);

  const rings = new Map<number, RingLink[][]>();
  const note = (ring: number, rank: number, queen: number, link: Link, isAncestor: boolean) => {
    const found = { queen, other: lineage.linked[link][queen]!, link, isAncestor };
    if (!isNew(found)) return;
    const ranks = rings.get(ring) ?? [[], [], []];
    rings.set(ring, ranks);
    ranks[rank]!.push(found);
  };
  for (let queen = 1; queen <= count; queen++) {
    for (const link of ['mother', 'father'] as const) {
      const other = lineage.linked[link][queen]!;
      if (other !== 0 && partOfAncestors[queen] === partOfAncestors[other])
        note(part[herself(queen)]!, 0, queen, link, true);
    }
    const birth = mother[queen] === 0 ? 'father' : 'mother';
    const before = family(lineage.linked[birth][queen]!);
    if (before !== 0 && part[herself(queen)] === part[before]) note(part[before]!, 2, queen, birth, false);
    const drones = (lineage.isMateItself[queen] === 1 ? herself : family)(mate[queen]!);
    // Who would be mated to herself is told elsewhere.
    const isOther = drones !== 0 && mate[queen] !== queen;
    if (isOther && part[family(queen)] === part[drones]) note(part[drones]!, 1, queen, 'mated_to', false);
  }
  return [...rings.values()].flatMap((ranks) => ranks.find((links) => links.length > 0) ?? []);
}
