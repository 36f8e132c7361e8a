import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ownerOf } from '../../db/owner.js';
import type { Em } from '../../db/orm.js';
import { perDatabase } from '../../db/per-database.js';
import type { Queen } from './queen.entity.js';

/** Maximum number of cached queens of all accounts together. A queen needs about 1 KB. */
const MAX_CACHED_QUEENS = 50_000;
const MAX_CACHED_ACCOUNTS = 1_000;
/**
 * If more than this number of queens have changed since the last update of an account's cache, this cache is emptied.
 */
const MAX_APPLIED_CHANGES = 1_000;

/**
 * Cached state of an account. Its rows are at least as new as `revision`, which grows with every commit (migration 5).
 */
interface CachedAccount {
  revision: number;
  /**
   * Replaced when the cache of the account is emptied. Rows that were cached with another `epoch` object are
   * invalid.
   */
  epoch: object;
  /** Replaced when any queen of the account changes. Values that were derived from pedigrees are valid until then. */
  pedigree: object;
  isEmpty: boolean;
  /** Set while changes up to a newer revision are applied. */
  update?: Promise<void>;
}

interface CachedRow {
  queen: Queen;
  epoch: object;
}

/** View of the cache for one request. */
export interface CachedQueens {
  get(id: string): Queen | undefined;
  /** Adds rows that the request has read. Does nothing if `isCurrent` is false. */
  add(queens: Iterable<Queen>): void;
  readonly isEmpty: boolean;
  /** Revision of the request. */
  readonly revision: number;
  /** Object that identifies the current state of all pedigrees of the account. */
  readonly pedigree: object;
  /**
   * Whether the request and the cache have the same revision, so that the cache can store the rows that the request
   * reads.
   */
  readonly isCurrent: boolean;
}

/**
 * Caches queens by id, so that a pedigree with cached ancestors needs no statement.
 *
 * The cache never returns outdated rows, even if another process writes. Each request has the revision of its account.
 * Authentication reads this revision together with the key or session. If the cache is older than the request, the
 * cache first reads the change feed and removes the rows that have changed. Rows are added only while the cache has the
 * revision of the request that read them. The added rows may be newer than this revision. The cache removes such rows
 * when it reaches the newer revision.
 */
export class QueenCache {
  private readonly accounts = new LRUCache<string, CachedAccount>({ max: MAX_CACHED_ACCOUNTS });
  private readonly rows: LRUCache<string, CachedRow>;

  constructor(max = MAX_CACHED_QUEENS) {
    this.rows = new LRUCache({ max });
  }

  /** Returns the account's cache when it has reached the revision. */
  async at(em: Em, revision: number): Promise<CachedQueens> {
    const account = this.account(em, revision);
    while (account.revision < revision) await (account.update ??= this.applyChanges(account, em, revision));
    return this.view(account, revision);
  }

  /** Returns the account's cache if it has already reached the revision; otherwise undefined. */
  current(em: Em, revision: number): CachedQueens | undefined {
    const account = this.account(em, revision);
    return account.revision < revision ? undefined : this.view(account, revision);
  }

  private account(em: Em, revision: number): CachedAccount {
    const id = ownerOf(em);
    let account = this.accounts.get(id);
    if (!account) {
      account = { revision, epoch: {}, pedigree: {}, isEmpty: true };
      this.accounts.set(id, account);
    }
    return account;
  }

  private async applyChanges(account: CachedAccount, em: Em, revision: number): Promise<void> {
    try {
      const { rows } = await sql<{ row_id: string }>`
        select row_id from change
        where account_id = ${ownerOf(em)} and kind = 'queen' and revision > ${account.revision}::bigint
        limit ${MAX_APPLIED_CHANGES + 1}`.execute(em.getKysely());
      if (rows.length > MAX_APPLIED_CHANGES) Object.assign(account, { epoch: {}, isEmpty: true });
      for (const { row_id: id } of rows) {
        if (this.rows.peek(id)?.epoch === account.epoch) this.rows.delete(id);
      }
      if (rows.length > 0) account.pedigree = {};
      account.revision = revision;
    } finally {
      account.update = undefined;
    }
  }

  private view(account: CachedAccount, revision: number): CachedQueens {
    const { rows } = this;
    return {
      get(id) {
        const row = rows.get(id);
        return row?.epoch === account.epoch ? row.queen : undefined;
      },
      add(queens) {
        if (!this.isCurrent) return;
        for (const queen of queens) {
          rows.set(queen.id, { queen: Object.freeze(queen), epoch: account.epoch });
          account.isEmpty = false;
        }
      },
      get isEmpty() {
        return account.isEmpty;
      },
      revision,
      get pedigree() {
        return account.pedigree;
      },
      get isCurrent() {
        return account.revision === revision;
      },
    };
  }
}

/** One cache for each database. */
export const queenCache = perDatabase(() => new QueenCache());
