import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory, Loaders } from '../../graphql/context.js';
import { fetchRowsAsJson } from '../../graphql/rows.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import type { Em } from '../../db/orm.js';
import { queenCache } from './queen-cache.js';
import { Queen } from './queen.entity.js';

/** A queen and the number of generations of ancestors to load. */
interface Walk {
  id: string;
  generations: number;
}

type Rows = ReadonlyMap<string, Queen>;
type Find = (id: string) => Queen | null | undefined;

/**
 * Loads queens with their ancestors. All walks of one tick are read by one statement over the distinct ancestors, or by
 * none if the queen cache has them all. If the cache has some queens of the account, the queens themselves are read
 * first, because their ancestors are then mostly cached.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly walks: DataLoader<Walk, void, string>;
  /** Whether the cache alone has answered so far. After the first miss, walks are collected for one statement. */
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
   * Loads a queen and her ancestors over that many generations, for `get`; null if she does not exist. Returns no
   * promise if everything is loaded, because a promise for each of many nodes costs more than the look-up.
   */
  load(id: string | null, generations: number): Queen | null | Promise<Queen | null> {
    if (id === null) return null;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return entry.queen;
    if (this.isCached && (this.isCached = this.findCached({ id, generations }))) return this.get(id);
    return this.walks.load({ id, generations }).then(() => this.get(id));
  }

  /** Loads the ancestors of a queen that was read elsewhere; null if they are loaded. */
  loadAbove({ motherId, fatherId }: Queen, generations: number): Promise<unknown> | null {
    const parents = [this.load(motherId, generations - 1), this.load(fatherId, generations - 1)];
    return parents.some((parent) => parent instanceof Promise) ? Promise.all(parents) : null;
  }

  /** A loaded queen; null if she does not exist. */
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
    let missing = this.learnAll(walks, find);
    if (missing.size > 0 && cache && !cache.isEmpty) {
      const first = missing;
      await load([...first.keys()].map((id) => ({ id, generations: 0 })));
      missing = this.learnAll(walks, (id) => find(id) ?? (first.has(id) ? null : undefined));
    }
    if (missing.size > 0) {
      await load([...missing].map(([id, generations]) => ({ id, generations })));
      this.learnAll(walks, (id) => find(id) ?? null);
    }
    return walks.map(() => undefined);
  }

  /** @returns the queens that `find` does not know, with the number of generations to load above them */
  private learnAll(walks: readonly Walk[], find: Find): Map<string, number> {
    const unknown = new Map<string, number>();
    for (const { id, generations } of walks) this.learn(id, generations, find, unknown);
    return unknown;
  }

  /** @returns whether the pedigree of the queen is completely loaded over these generations */
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

/** One statement serves concurrent requests; each gets all rows. */
const ancestors = sharedLoader<Walk, Rows>(async (em, walks) => {
  const rows = new Map((await selectAncestors(em, walks)).map((queen) => [queen.id, queen]));
  return walks.map(() => rows);
});

/**
 * `union` visits an ancestor once for each distance, not once for each path. `offset 0` keeps the planner from
 * replacing key look-ups with a join that reads the account's whole table. The lists are hidden in sub-selects, so that
 * the plan does not depend on their length.
 */
function selectAncestors(em: Em, walks: readonly Walk[]): Promise<Queen[]> {
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

/** Loader factory of {@link Ancestry}. */
export const ancestry = (em: Em, loaders: Loaders): Ancestry => new Ancestry(em, loaders);

/** Queens by id; null for an unknown id. */
export const queenById: LoaderFactory<string, Queen | null> = (_, loaders) =>
  new DataLoader(async (ids) => {
    const known = loaders.get(ancestry);
    return Promise.all(ids.map((id) => known.load(id, 0)));
  });
