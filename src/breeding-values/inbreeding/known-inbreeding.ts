import type { BeeQueen } from '../../blup/index.js';
import { perDatabase } from '../../remembering.js';

/** What holds for an account's queens as they were left by one write. */
interface Known {
  revision: number;
  byDam: Map<string, number>;
  /** Of queens whom coefficients were computed from, by id: others descend from them, too. */
  records: Map<string, BeeQueen>;
  /** The revision of the account at which that was found to be so; while it stands, nothing need be asked. */
  seenAt?: number;
}

const MOST = 200_000;
/** What a record takes, in coefficients. */
const RECORD = 4;

/**
 * Coefficients that were computed before, by account and dam. They hold as long as none of the account's queens is
 * written, which the revision of the last such write tells: who asks brings the revision that he read together with what
 * he asks for, so nothing that is past is told, whichever process wrote.
 */
export class KnownInbreeding {
  /** Those asked longest ago first. */
  private readonly accounts = new Map<string, Known>();
  private size = 0;

  /** @param most coefficients, over all accounts, and what records take; beyond, accounts are forgotten */
  constructor(private readonly most = MOST) {}

  of(accountId: string): Known | undefined {
    const known = this.accounts.get(accountId);
    if (known) {
      this.accounts.delete(accountId);
      this.accounts.set(accountId, known);
    }
    return known;
  }

  /**
   * @param revision of the state that they were computed from
   * @param records of it
   */
  learn(
    accountId: string,
    revision: number,
    coefficients: Iterable<[dam: string, coefficient: number]>,
    records: Iterable<[id: string, record: BeeQueen]> = [],
  ): void {
    let known = this.of(accountId);
    if (known && known.revision > revision) return;
    if (known?.revision !== revision) {
      this.forget(accountId);
      known = { revision, byDam: new Map(), records: new Map() };
      this.accounts.set(accountId, known);
    }
    this.size -= sizeOf(known);
    for (const [dam, coefficient] of coefficients) known.byDam.set(dam, coefficient);
    // One account's records leave room for its coefficients.
    if (known.records.size * RECORD > this.most / 2) known.records.clear();
    for (const [id, record] of records) known.records.set(id, record);
    this.size += sizeOf(known);
    for (const oldest of this.accounts.keys()) {
      if (this.size <= this.most) break;
      this.forget(oldest);
    }
  }

  private forget(accountId: string): void {
    const known = this.accounts.get(accountId);
    if (known) this.size -= sizeOf(known);
    this.accounts.delete(accountId);
  }
}

const sizeOf = ({ byDam, records }: Known): number => byDam.size + RECORD * records.size;

/** What this process knows of the database that a unit of work belongs to. */
export const knownInbreeding = perDatabase(() => new KnownInbreeding());
