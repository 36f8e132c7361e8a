import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { Em } from '../orm.js';
import { perDatabase } from '../remembering.js';
import type { Queen } from './queen.entity.js';

/** What a process remembers of an account's queens: rows as they are as of its revision, or as they became since. */
interface Herd {
  revision: number;
  /** Rows used of late, and those that were before them; what nobody asks for falls out with the next change of guard. */
  recent: Map<string, Queen>;
  former: Map<string, Queen>;
  /** How often of late few rows told all ancestors of a queen who was new: from 0, never, to 1, always. */
  foreknown: number;
  /** What was added already: several requests may share a statement. */
  added: WeakSet<Rows>;
  /** While it is brought on to a later revision. */
  moving?: Promise<void>;
}

/** Rows by id that one statement read, for so many who asked for a queen; 0 where that was not what it was for. */
export type Rows = ReadonlyMap<string, Queen> & { readonly asked: number };

/** The view of a herd that one request has. */
export interface View {
  get(id: string): Queen | undefined;
  /** Whether the ancestors of a queen who is not known mostly are, but for her parents. */
  readonly knowsAncestors: boolean;
  /** Remembers rows that were read after the request's revision was. */
  add(read: readonly Rows[]): void;
}

const MOST = 50_000;
const MOST_HERDS = 1_000;
/** More changed rows than this are not forgotten one by one. */
const MANY = 1_000;
/** A queen and her parents. */
const FEW = 3;
/** Weight of the last request in what is foreknown, and from where on that is relied on. */
const LATEST = 0.1;
const MOSTLY = 0.8;

/**
 * Queens that were read before, by account, so that a pedigree of which all is known costs no statement.
 *
 * Nothing past is ever told, whichever process writes: a request brings the account's revision (migration 5: it grows
 * with every commit), read with its key or session. Where the herd is behind, the changes since tell which rows to
 * forget; where it is ahead, because a later request came first, it is left alone. A row is remembered only if the herd
 * has not moved on while it was read.
 */
export class Herds {
  private readonly herds = new Map<string, Herd>();

  /** @param most rows, over all accounts, some 1 KB each; beyond, those that were not asked for of late are forgotten */
  constructor(private readonly most = MOST) {}

  /** Whether a queen is remembered at all, of whatever revision. */
  knows(accountId: string, id: string): boolean {
    const { recent, former } = this.herds.get(accountId) ?? {};
    return recent?.has(id) === true || former?.has(id) === true;
  }

  /** What is known for a request; null where that is nothing. */
  async at(em: Em, revision: number): Promise<View | null> {
    const owner = ownerOf(em);
    const herd = this.of(owner, revision);
    while (herd.revision < revision) await (herd.moving ??= this.move(em, owner, herd, revision));
    return herd.revision === revision ? this.view(herd, revision) : null;
  }

  /** The same at once; undefined where it has to be found out. */
  now(em: Em, revision: number): View | null | undefined {
    const herd = this.of(ownerOf(em), revision);
    if (herd.revision < revision) return undefined;
    return herd.revision === revision ? this.view(herd, revision) : null;
  }

  private of(owner: string, revision: number): Herd {
    const herd = this.herds.get(owner) ?? newHerd(revision);
    // Those asked longest ago come first.
    this.herds.delete(owner);
    this.herds.set(owner, herd);
    return herd;
  }

  private view(herd: Herd, revision: number): View {
    return {
      get(id) {
        const queen = herd.recent.get(id);
        if (queen) return queen;
        const former = herd.former.get(id);
        if (former) herd.recent.set(id, former);
        return former;
      },
      knowsAncestors: herd.foreknown > MOSTLY,
      add: (read) => {
        if (herd.revision !== revision) return;
        let fresh = 0;
        let asked = 0;
        for (const rows of read) {
          if (herd.added.has(rows)) continue;
          herd.added.add(rows);
          asked = Math.max(asked, rows.asked);
          const worth = rows.asked > 0 ? undefined : parentsAmong(rows);
          for (const queen of rows.values()) {
            if (worth?.has(queen.id) === false || herd.recent.has(queen.id) || herd.former.has(queen.id)) continue;
            herd.recent.set(queen.id, Object.freeze(queen) as Queen);
            if (rows.asked > 0) fresh += 1;
          }
        }
        if (asked > 0) herd.foreknown += LATEST * ((fresh <= FEW * asked ? 1 : 0) - herd.foreknown);
        this.makeRoom(herd);
      },
    };
  }

  private async move(em: Em, owner: string, herd: Herd, revision: number): Promise<void> {
    try {
      const { rows } = await sql<{ row_id: string }>`
        select row_id from change
        where account_id = ${owner} and kind = 'queen' and revision > ${herd.revision}::bigint
        limit ${MANY + 1}`.execute(em.getKysely());
      if (rows.length > MANY) {
        herd.recent.clear();
        herd.former.clear();
      }
      for (const { row_id: id } of rows) {
        herd.recent.delete(id);
        herd.former.delete(id);
      }
      herd.revision = revision;
    } finally {
      herd.moving = undefined;
    }
  }

  private makeRoom(herd: Herd): void {
    if (herd.recent.size > this.most / 2) {
      herd.former = herd.recent;
      herd.recent = new Map();
    }
    let size = 0;
    for (const { recent, former } of this.herds.values()) size += recent.size + former.size;
    for (const [owner, oldest] of this.herds) {
      if ((size <= this.most && this.herds.size <= MOST_HERDS) || oldest === herd) break;
      size -= oldest.recent.size + oldest.former.size;
      this.herds.delete(owner);
    }
  }
}

/**
 * Who of them is a parent of another. Who was only asked for herself comes again with whoever asks for her, while rows
 * that are kept for nothing are dear: the collector carries them about, and they drive out others.
 */
function parentsAmong(rows: Rows): Set<string> {
  const parents = new Set<string>();
  for (const { motherId, fatherId } of rows.values()) {
    if (motherId !== null) parents.add(motherId);
    if (fatherId !== null) parents.add(fatherId);
  }
  return parents;
}

const newHerd = (revision: number): Herd => ({
  revision,
  recent: new Map(),
  former: new Map(),
  foreknown: 0,
  added: new WeakSet(),
});

/** What this process remembers of the database that a unit of work belongs to. */
export const herdsOf = perDatabase(() => new Herds());
