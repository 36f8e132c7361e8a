import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory, Loaders } from '../context.js';
import { toEntities } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import { herdsOf } from '../queens/herd.js';
import { Queen } from '../queens/queen.entity.js';

/** A queen from whom to walk, and over how many generations of her ancestors. */
interface Walk {
  id: string;
  generations: number;
}

type Find = (id: string) => Queen | null | undefined;

/**
 * Queens with their ancestors. What one tick asks, of any number of queens and to any depth, is read by one statement
 * over the distinct ancestors, as far as the process does not know them from earlier requests; positions are made in
 * memory. What was read once is not read again in the request.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly walks: DataLoader<Walk, void, string>;

  constructor(
    private readonly em: Em,
    private readonly revision: number | undefined,
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

  private async read(walks: readonly Walk[]): Promise<void[]> {
    const herd = this.revision === undefined ? null : await herdsOf(this.em).at(this.em, this.revision);
    const lacking = new Map<string, number>();
    for (const { id, generations } of walks) this.learn(id, generations, (id) => herd?.get(id), lacking);
    if (lacking.size > 0) {
      const read = await this.select(lacking);
      herd?.add(read);
      const queens = new Map(read.map((queen) => [queen.id, queen]));
      // Of those that were remembered, too: it was their ancestors that were lacking.
      const find: Find = (id) => queens.get(id) ?? herd?.get(id) ?? null;
      for (const { id, generations } of walks) this.learn(id, generations, find);
    }
    return walks.map(() => undefined);
  }

  /**
   * Notes how far up a queen's pedigree is known now, and so that of her ancestors.
   * @param lacking takes whom nobody knows, with the generations above her that are asked for
   * @returns whether all of it is known
   */
  private learn(id: string | null, generations: number, find: Find, lacking?: Map<string, number>): boolean {
    if (id === null || generations < 0) return true;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return true;
    const queen = entry ? entry.queen : find(id);
    if (queen === undefined) {
      lacking?.set(id, Math.max(generations, lacking.get(id) ?? 0));
      return false;
    }
    let whole = true;
    if (queen) {
      whole = this.learn(queen.motherId, generations - 1, find, lacking);
      whole = this.learn(queen.fatherId, generations - 1, find, lacking) && whole;
    }
    if (whole) this.known.set(id, { queen, generations });
    return whole;
  }

  /**
   * `union` visits an ancestor once for each distance, not once for each path. `offset 0` keeps the planner from
   * turning the look-up of a row by its key into a join that reads the account's whole table.
   */
  private async select(walks: ReadonlyMap<string, number>): Promise<Queen[]> {
    const owner = ownerOf(this.em);
    const { rows } = await sql<Record<string, unknown>>`
      with recursive walk (id, generations) as (
        select * from unnest(${[...walks.keys()]}::uuid[], ${[...walks.values()]}::integer[])
        union
        select parent.id, walk.generations - 1
        from walk
        cross join lateral (
          select mother_id, father_id from queen where account_id = ${owner} and queen.id = walk.id offset 0
        ) child
        cross join lateral (values (child.mother_id), (child.father_id)) parent (id)
        where walk.generations > 0 and parent.id is not null
      )
      select found.*
      from (select distinct id from walk) ancestor
      cross join lateral (
        select * from queen where account_id = ${owner} and queen.id = ancestor.id offset 0
      ) found`.execute(this.em.getKysely());
    return toEntities(this.em, Queen, rows);
  }
}

/** For `loaders.get`. */
export const ancestry = (em: Em, loaders: Loaders): Ancestry => new Ancestry(em, loaders.revision);

/** Queens by id; null for an id that the account has not. */
export const queenById: LoaderFactory<string, Queen | null> = (_, loaders) =>
  new DataLoader(async (ids) => {
    const known = loaders.get(ancestry);
    return Promise.all(ids.map((id) => known.load(id, 0)));
  });
