import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { Loaders } from '../context.js';
import { toEntities } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import { Queen } from '../queens/queen.entity.js';
import { queenById } from '../queens/queen.loader.js';

/** A queen from whom to walk, and over how many generations of her ancestors. */
interface Walk {
  id: string;
  generations: number;
}

/**
 * Queens with their ancestors. What one tick asks, of any number of queens and to any depth, is read by one statement
 * over the distinct ancestors; positions are made in memory. What was read once is not read again in the request.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly walks: DataLoader<Walk, void, string>;

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
    return this.walks.load({ id, generations }).then(() => this.get(id));
  }

  /** Reads the ancestors of queens that are at hand already. */
  async loadAbove({ motherId, fatherId }: Queen, generations: number): Promise<void> {
    await Promise.all([this.load(motherId, generations - 1), this.load(fatherId, generations - 1)]);
  }

  /** A queen that was read before; null for an unknown one. */
  get(id: string | null): Queen | null {
    return (id !== null && this.known.get(id)?.queen) || null;
  }

  private async read(walks: readonly Walk[]): Promise<void[]> {
    const queens = new Map((await this.select(walks)).map((queen) => [queen.id, queen]));
    const batch = this.loaders.get(queenById);
    for (const [id, queen] of queens) batch.prime(id, queen);
    for (const { id, generations } of walks) this.learn(id, generations, queens);
    return walks.map(() => undefined);
  }

  /** Notes how far up a queen's pedigree is known now, and so that of her ancestors. */
  private learn(id: string | null, generations: number, queens: Map<string, Queen>): void {
    if (id === null || generations < 0) return;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return;
    const queen = queens.get(id) ?? entry?.queen ?? null;
    this.known.set(id, { queen, generations });
    if (!queen) return;
    this.learn(queen.motherId, generations - 1, queens);
    this.learn(queen.fatherId, generations - 1, queens);
  }

  /**
   * `union` visits an ancestor once for each distance, not once for each path. `offset 0` keeps the planner from
   * turning the look-up of a row by its key into a join that reads the account's whole table.
   */
  private async select(walks: readonly Walk[]): Promise<Queen[]> {
    const owner = ownerOf(this.em);
    const ids = walks.map(({ id }) => id);
    const generations = walks.map((walk) => walk.generations);
    const { rows } = await sql<Record<string, unknown>>`
      with recursive walk (id, generations) as (
        select * from unnest(${ids}::uuid[], ${generations}::integer[])
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
export const ancestry = (em: Em, loaders: Loaders): Ancestry => new Ancestry(em, loaders);
