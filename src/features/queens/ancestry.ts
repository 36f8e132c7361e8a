import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory, Loaders } from '../../graphql/context.js';
import { fetchRowsAsJson } from '../../graphql/rows.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import type { Em } from '../../db/orm.js';
import { queenCache } from './queen-cache.js';
import { Queen } from './queen.entity.js';

/** A queen, and how many generations of her ancestors are wanted. */
interface Walk {
  id: string;
  generations: number;
}

type Rows = ReadonlyMap<string, Queen>;
type Find = (id: string) => Queen | null | undefined;

/**
 * Queens with their ancestors. The walks of one tick, from any number of queens and to any depth, are read by one
 * statement over the distinct ancestors, or by none where the queen cache has them all. Where it has some of the account,
 * the rows of the queens themselves are read first, since their ancestors are mostly cached then.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly walks: DataLoader<Walk, void, string>;
  /** Whether the cache alone has answered so far; once it has not, walks are collected for one statement. */
  private isCached = true;

  constructor(
    private readonly em: Em,
    private readonly loaders: Loaders,
  ) {
    this.walks = new DataLoader((walks) => this.read(walks), {
      cacheKeyFn: ({ id, generations }) => `${id}:${generations}`,
    });
  }

  /**
   * The queen, after which `get` returns her and her ancestors over that many generations; null where there is none.
   * Not a promise where everything is known, since a promise for each of many nodes costs more than the look-up.
   */
  load(id: string | null, generations: number): Queen | null | Promise<Queen | null> {
    if (id === null) return null;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return entry.queen;
    if (this.isCached && (this.isCached = this.findCached({ id, generations }))) return this.get(id);
    return this.walks.load({ id, generations }).then(() => this.get(id));
  }

  /** Reads the ancestors of a queen who was read by other means; null where they are known. */
  loadAbove({ motherId, fatherId }: Queen, generations: number): Promise<unknown> | null {
    const parents = [this.load(motherId, generations - 1), this.load(fatherId, generations - 1)];
    return parents.some((parent) => parent instanceof Promise) ? Promise.all(parents) : null;
  }

  /** A queen that was loaded before; null for an unknown one. */
  get(id: string | null): Queen | null {
    return (id !== null && this.known.get(id)?.queen) || null;
  }

  private findCached(walk: Walk): boolean {
    const { revision } = this.loaders;
    const cache = revision === undefined ? undefined : queenCache(this.em).current(this.em, revision);
    return cache !== undefined && this.learnAll([walk], (id) => cache.get(id)).size === 0;
  }

  private async read(walks: readonly Walk[]): Promise<void[]> {
    const { revision } = this.loaders;
    const cache = revision === undefined ? undefined : await queenCache(this.em).at(this.em, revision);
    const read: Rows[] = [];
    const find: Find = (id) => read.find((rows) => rows.has(id))?.get(id) ?? cache?.get(id);
    const load = async (wanted: readonly Walk[]) => {
      const sets = new Set(await this.loaders.get(ancestors).loadMany(wanted));
      for (const rows of sets) {
        if (rows instanceof Error) throw rows;
        read.push(rows);
        cache?.add(rows.values());
      }
    };
    let unknown = this.learnAll(walks, find);
    if (unknown.size > 0 && cache && !cache.isEmpty) {
      const first = unknown;
      await load([...first.keys()].map((id) => ({ id, generations: 0 })));
      unknown = this.learnAll(walks, (id) => find(id) ?? (first.has(id) ? null : undefined));
    }
    if (unknown.size > 0) {
      await load([...unknown].map(([id, generations]) => ({ id, generations })));
      this.learnAll(walks, (id) => find(id) ?? null);
    }
    return walks.map(() => undefined);
  }

  /** @returns the queens that `find` does not know, with the generations that are wanted above them */
  private learnAll(walks: readonly Walk[], find: Find): Map<string, number> {
    const unknown = new Map<string, number>();
    for (const { id, generations } of walks) this.learn(id, generations, find, unknown);
    return unknown;
  }

  /** @returns whether the whole pedigree of the queen is known now, over these generations */
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
}

/** One statement for the walks of all requests that ask at once; each is given all rows. */
const ancestors = sharedLoader<Walk, Rows>(async (em, walks) => {
  const rows = new Map((await select(em, walks)).map((queen) => [queen.id, queen]));
  return walks.map(() => rows);
});

/**
 * `union` visits an ancestor once for each distance, not once for each path. `offset 0` keeps the planner from
 * turning the look-up of a row by its key into a join that reads the account's whole table; the lists are hidden from
 * it, as it would plan anew for each of a few.
 */
function select(em: Em, walks: readonly Walk[]): Promise<Queen[]> {
  const owner = hiddenOwner(em);
  const ids = walks.map(({ id }) => id);
  const generations = walks.map((walk) => walk.generations);
  return fetchRowsAsJson(
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
    { prepare: 'prepared' },
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
