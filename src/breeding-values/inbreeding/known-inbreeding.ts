import { perDatabase } from '../../remembering.js';

/** What holds for an account's queens as they were left by one write. */
interface Known {
  revision: number;
  byDam: Map<string, number>;
  /** The revision of the account at which that was found to be so; while it stands, nothing need be asked. */
  seenAt?: number;
}

const MOST = 200_000;

/**
 * Coefficients that were computed before, by account and dam. They hold as long as none of the account's queens is
 * written, which the revision of the last such write tells: who asks brings the revision that he read together with what
 * he asks for, so nothing that is past is told, whichever process wrote.
 */
export class KnownInbreeding {
  /** Those asked longest ago first. */
  private readonly accounts = new Map<string, Known>();
  private size = 0;

  /** @param most coefficients, over all accounts; beyond, accounts are forgotten */
  constructor(private readonly most = MOST) {}

  of(accountId: string): Known | undefined {
    const known = this.accounts.get(accountId);
    if (known) {
      this.accounts.delete(accountId);
      this.accounts.set(accountId, known);
    }
    return known;
  }

  /** @param revision of the state that they were computed from */
  learn(accountId: string, revision: number, coefficients: Iterable<[dam: string, coefficient: number]>): void {
    let known = this.of(accountId);
    if (known && known.revision > revision) return;
    if (known?.revision !== revision) {
      this.forget(accountId);
      known = { revision, byDam: new Map() };
      this.accounts.set(accountId, known);
    }
    this.size -= known.byDam.size;
    for (const [dam, coefficient] of coefficients) known.byDam.set(dam, coefficient);
    this.size += known.byDam.size;
    for (const oldest of this.accounts.keys()) {
      if (this.size <= this.most) break;
      this.forget(oldest);
    }
  }

  private forget(accountId: string): void {
    this.size -= this.accounts.get(accountId)?.byDam.size ?? 0;
    this.accounts.delete(accountId);
  }
}

/** What this process knows of the database that a unit of work belongs to. */
export const knownInbreeding = perDatabase(() => new KnownInbreeding());
