import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory, Loaders } from '../context.js';
import { readPacked } from '../graphql/rows.js';
import { together } from '../graphql/together.js';
import type { Em } from '../orm.js';
import { herdsOf, type Rows, type View } from '../queens/herd.js';
import { Queen } from '../queens/queen.entity.js';

/** A queen from whom to walk, and over how many generations of her ancestors. */
interface Walk {
  id: string;
  generations: number;
}

/** Generations to read at first above a queen whose ancestors are mostly known. */
const NEAR = 1;

type Find = (id: string) => Queen | null | undefined;

/**
 * Queens with their ancestors. What one tick asks, of any number of queens and to any depth, is read by one statement
 * over the distinct ancestors, as far as the process does not know them from earlier requests; where it mostly knows the
 * ancestors of a queen who is new to it, her row and her parents' are read, as they may be new to it
 * as well. Positions are made in memory. What was read once is not read again in the request.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly walks: DataLoader<Walk, void, string>;
  /** Until something was not: then there may be many, who are looked for together. */
  private mayBeAtHand = true;

  constructor(
    private readonly em: Em,
    private readonly loaders: Loaders,
  ) {
    this.walks = new DataLoader((walks) => this.read(walks), {
      cacheKeyFn: ({ id, generations }) => `${id}:${generations}`,
    });
  }

  /**
   * The queen, after which `get` knows her and her ancestors over that many generations; null where there is none.
   * At once where all of it is known, as a promise for each of many nodes would cost more than the look-up.
   */
  load(id: string | null, generations: number): Queen | null | Promise<Queen | null> {
    if (id === null) return null;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return entry.queen;
    if (this.mayBeAtHand && (this.mayBeAtHand = this.isAtHand({ id, generations }))) return this.get(id);
    return this.walks.load({ id, generations }).then(() => this.get(id));
  }

  /** Reads the ancestors of queens that are at hand already, if they are not known. */
  loadAbove({ motherId, fatherId }: Queen, generations: number): Promise<unknown> | null {
    const parents = [this.load(motherId, generations - 1), this.load(fatherId, generations - 1)];
    return parents.some((parent) => parent instanceof Promise) ? Promise.all(parents) : null;
  }

  /** A queen that was read before; null for an unknown one. */
  get(id: string | null): Queen | null {
    return (id !== null && this.known.get(id)?.queen) || null;
  }

  /** Whether nothing need be read: a turn of the loader takes longer than to look. */
  private isAtHand(walk: Walk): boolean {
    const { revision, foreseen } = this.loaders;
    const herd = revision === undefined ? null : herdsOf(this.em).now(this.em, revision);
    if (herd === undefined || (herd === null && !foreseen?.queens)) return false;
    const read = foreseen?.queens ? [foreseen.queens] : [];
    const isKnown = this.learnAll([walk], finding(read, herd)).size === 0;
    if (isKnown && read.length > 0) herd?.add(read);
    return isKnown;
  }

  private async read(walks: readonly Walk[]): Promise<void[]> {
    const { revision, foreseen } = this.loaders;
    const herd = revision === undefined ? null : await herdsOf(this.em).at(this.em, revision);
    const read: Rows[] = foreseen?.queens ? [foreseen.queens] : [];
    const find = finding(read, herd);
    const unknown = this.learnAll(walks, find);
    if (unknown.size > 0) {
      let above = unknown;
      if (herd?.knowsAncestors) {
        read.push(...(await this.select(unknown, NEAR)));
        above = this.learnAll(walks, (id) => find(id) ?? (unknown.has(id) ? null : undefined));
      }
      if (above.size > 0) read.push(...(await this.select(above)));
      // Of those that were remembered, too: it was their ancestors that were lacking.
      this.learnAll(walks, (id) => find(id) ?? null);
    }
    if (read.length > 0) herd?.add(read);
    return walks.map(() => undefined);
  }

  /** @returns whom nobody knows, with the generations above her that are asked for */
  private learnAll(walks: readonly Walk[], find: Find): Map<string, number> {
    const unknown = new Map<string, number>();
    for (const { id, generations } of walks) this.learn(id, generations, find, unknown);
    return unknown;
  }

  /**
   * Notes how far up a queen's pedigree is known now, and so that of her ancestors.
   * @param unknown takes whom nobody knows, with the generations above her that are asked for
   * @returns whether all of it is known
   */
  private learn(id: string | null, generations: number, find: Find, unknown: Map<string, number>): boolean {
    if (id === null || generations < 0) return true;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return true;
    const queen = entry ? entry.queen : find(id);
    if (queen === undefined) {
      unknown.set(id, Math.max(generations, unknown.get(id) ?? 0));
      return false;
    }
    let whole = true;
    if (queen) {
      whole = this.learn(queen.motherId, generations - 1, find, unknown);
      whole = this.learn(queen.fatherId, generations - 1, find, unknown) && whole;
    }
    if (whole) this.known.set(id, { queen, generations });
    return whole;
  }

  /** Rows among which are these queens and their ancestors; a set of them for each statement. */
  private async select(unknown: ReadonlyMap<string, number>, most = Infinity): Promise<Set<Rows>> {
    const walks = [...unknown].map(([id, generations]) => ({ id, generations: Math.min(generations, most) }));
    return new Set(await Promise.all(walks.map((walk) => this.loaders.get(ancestors).load(walk))));
  }
}

/** Looks among what was read, also later on, and what is remembered. */
const finding =
  (read: readonly Rows[], herd: View | null): Find =>
  (id) => {
    for (const rows of read) {
      const queen = rows.get(id);
      if (queen) return queen;
    }
    return herd?.get(id);
  };

/** The ancestors of all who are asked for at once, told to each of those who ask. */
const ancestors = together<Walk, Rows>(async (em, walks) => {
  const rows = Object.assign(new Map((await select(em, walks)).map((queen) => [queen.id, queen])), {
    asked: walks.length,
  });
  return walks.map(() => rows);
});

/**
 * `union` visits an ancestor once for each distance, not once for each path. `offset 0` keeps the planner from
 * turning the look-up of a row by its key into a join that reads the account's whole table; the lists are hidden from
 * it, as it would plan anew for each of a few.
 */
function select(em: Em, walks: readonly Walk[]): Promise<Queen[]> {
  const owner = ownerOf(em);
  const ids = walks.map(({ id }) => id);
  const generations = walks.map((walk) => walk.generations);
  return readPacked(
    em,
    Queen,
    sql`
      with recursive walk (id, generations) as (
        select * from unnest((select ${ids}::uuid[]), (select ${generations}::integer[]))
        union
        select parent.id, walk.generations - 1
        from walk
        cross join lateral (
          select mother_id, father_id from queen where account_id = ${owner} and queen.id = walk.id offset 0
        ) child
        cross join lateral (values (child.mother_id), (child.father_id)) parent (id)
        where walk.generations > 0 and parent.id is not null
      )
      select q.*
      from (select distinct id from walk) ancestor
      cross join lateral (
        select * from queen where account_id = ${owner} and queen.id = ancestor.id offset 0
      ) q`,
    { isPrepared: true },
  );
}

/** For `loaders.get`. */
export const ancestry = (em: Em, loaders: Loaders): Ancestry => new Ancestry(em, loaders);

/** Queens by id; null for an id that the account has not. */
export const queenById: LoaderFactory<string, Queen | null> = (_, loaders) =>
  new DataLoader(async (ids) => {
    const known = loaders.get(ancestry);
    return Promise.all(ids.map((id) => known.load(id, 0)));
  });
