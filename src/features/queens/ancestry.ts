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
export interface AncestryRequest {
  id: string;
  generations: number;
}

type Rows = ReadonlyMap<string, Queen>;
type Find = (id: string) => Queen | null | undefined;

/**
 * Loads queens with their ancestors. All requests of one tick of the event loop share their statements. If the queen
 * cache contains all these ancestors, no statement is needed. If the cache is empty, one statement reads all ancestors.
 * Otherwise, the missing queens are first read only with their parents, because their other ancestors are usually in
 * the cache; if ancestors are also missing, a second statement reads these.
 */
export class Ancestry {
  private readonly known = new Map<string, { queen: Queen | null; generations: number }>();
  private readonly requests: DataLoader<AncestryRequest, void, string>;
  /**
   * Whether the cache contained all requested queens so far. After the first miss, requests are collected for one
   * statement.
   */
  private isCached = true;

  constructor(
    private readonly em: Em,
    private readonly loaders: Loaders,
  ) {
    this.requests = new DataLoader((requests) => this.read(requests), {
      cacheKeyFn: ({ id, generations }) => `${id}:${generations}`,
    });
  }

  /**
   * Loads a queen and this number of generations of her ancestors, which `get` then returns. Returns null if the queen
   * does not exist. Returns no promise if everything is loaded, because creating many promises costs more than the
   * look-ups.
   */
  load(id: string | null, generations: number): Queen | null | Promise<Queen | null> {
    if (id === null) return null;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return entry.queen;
    if (this.isCached && (this.isCached = this.findCached({ id, generations }))) return this.get(id);
    return this.requests.load({ id, generations }).then(() => this.get(id));
  }

  /** Loads the ancestors of a queen that was not read by this class. Returns null if they are already loaded. */
  loadAbove({ motherId, fatherId }: Queen, generations: number): Promise<unknown> | null {
    const parents = [this.load(motherId, generations - 1), this.load(fatherId, generations - 1)];
    return parents.some((parent) => parent instanceof Promise) ? Promise.all(parents) : null;
  }

  /** Returns a loaded queen, or null if she does not exist or is not loaded. */
  get(id: string | null): Queen | null {
    return (id !== null && this.known.get(id)?.queen) || null;
  }

  private findCached(request: AncestryRequest): boolean {
    const { revision } = this.loaders;
    const cache = revision === undefined ? undefined : queenCache(this.em).current(this.em, revision);
    return cache !== undefined && this.addAllKnown([request], (id) => cache.get(id)).size === 0;
  }

  private async read(requests: readonly AncestryRequest[]): Promise<void[]> {
    const { revision } = this.loaders;
    const cache = revision === undefined ? undefined : await queenCache(this.em).at(this.em, revision);
    /** All rows found so far, because other requests can remove rows from the cache at any time. */
    const found = new Map<string, Queen>();
    const find: Find = (id) => {
      const queen = found.get(id) ?? cache?.get(id);
      if (queen) found.set(id, queen);
      return queen;
    };
    const load = async (toLoad: readonly AncestryRequest[]) => {
      const sets = new Set(await this.loaders.get(ancestors).loadMany(toLoad));
      for (const rows of sets) {
        if (rows instanceof Error) throw rows;
        for (const [id, queen] of rows) found.set(id, queen);
        cache?.add(rows.values());
      }
    };
    let missing = this.addAllKnown(requests, find);
    if (missing.size > 0 && cache && !cache.isEmpty) {
      const first = missing;
      await load([...first].map(([id, generations]) => ({ id, generations: Math.min(generations, 1) })));
      missing = this.addAllKnown(requests, (id) => find(id) ?? (first.has(id) ? null : undefined));
    }
    if (missing.size > 0) {
      await load([...missing].map(([id, generations]) => ({ id, generations })));
      this.addAllKnown(requests, (id) => find(id) ?? null);
    }
    return requests.map(() => undefined);
  }

  /** @returns the queens that `find` does not know, with the number of generations of ancestors to load */
  private addAllKnown(requests: readonly AncestryRequest[], find: Find): Map<string, number> {
    const unknown = new Map<string, number>();
    for (const { id, generations } of requests) this.addKnown(id, generations, find, unknown);
    return unknown;
  }

  /** @returns whether all these generations of the queen's pedigree are loaded */
  private addKnown(id: string | null, generations: number, find: Find, unknown: Map<string, number>): boolean {
    if (id === null || generations < 0) return true;
    const entry = this.known.get(id);
    if (entry && entry.generations >= generations) return true;
    const queen = entry ? entry.queen : find(id);
    if (queen === undefined) {
      unknown.set(id, Math.max(generations, unknown.get(id) ?? 0));
      return false;
    }
    let isComplete = true;
    if (queen) {
      isComplete = this.addKnown(queen.motherId, generations - 1, find, unknown);
      isComplete = this.addKnown(queen.fatherId, generations - 1, find, unknown) && isComplete;
    }
    if (isComplete) this.known.set(id, { queen, generations });
    return isComplete;
  }
}

/** Reads ancestors for concurrent requests with one statement. Each request gets all rows. */
const ancestors = sharedLoader<AncestryRequest, Rows>(async (em, requests) => {
  const rows = new Map((await readAncestors(em, requests)).map((queen) => [queen.id, queen]));
  return requests.map(() => rows);
});

/**
 * Reads queens and their ancestors.
 *
 * `union` visits an ancestor once for each distance, not once for each path. `offset 0` prevents the planner from
 * replacing key look-ups with a join that reads all queens of the account. The lists are in sub-selects, so that the
 * plan does not depend on their length.
 */
export function readAncestors(em: Em, requests: readonly AncestryRequest[]): Promise<Queen[]> {
  const owner = hiddenOwner(em);
  const ids = requests.map(({ id }) => id);
  const generations = requests.map((request) => request.generations);
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

/** Creates the {@link Ancestry} of a request. */
export const ancestry = (em: Em, loaders: Loaders): Ancestry => new Ancestry(em, loaders);

/** Queens by id; null for an unknown id. */
export const queenById: LoaderFactory<string, Queen | null> = (_, loaders) =>
  new DataLoader(async (ids) => {
    const known = loaders.get(ancestry);
    return Promise.all(ids.map((id) => known.load(id, 0)));
  });
