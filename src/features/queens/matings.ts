import { sql } from 'kysely';
import type { Fault } from '../../core/errors.js';
import { hidden } from '../../db/owner.js';
import { findByIds } from '../../graphql/find.js';
import { fatherContradictsMating, fatherIsMother, NEEDS_MOTHER } from './lineage/lineage-rules.js';
import { noteOnce, type Unit } from '../writes/write.js';
import { Queen } from './queen.entity.js';
import type { QueenInHand } from './queen-in-hand.js';

/** A mating that a write sets, and the member of the input that sets it. */
interface Mating {
  mate: string | null;
  path: string;
}

/**
 * The matings that a write sets. A queen mates once, so `father(q) = matedTo(mother(q))` in both directions: a mating
 * is the father of every daughter, and a father that is given with a mother is her mating. A father without a known
 * mother stands on his own.
 */
export class Matings {
  readonly set = new Map<string, Mating>();

  constructor(
    private readonly unit: Unit,
    private readonly queens: readonly QueenInHand[],
    /** Whom the queens name, by id. */
    private readonly named: ReadonlyMap<string, Queen>,
  ) {}

  mateOf(motherId: string): string | null {
    return this.set.has(motherId) ? this.set.get(motherId)!.mate : (this.named.get(motherId)?.matedToId ?? null);
  }

  called(id: string | null): string {
    const queen = id === null ? undefined : this.named.get(id);
    return queen ? (queen.externalId ?? queen.name) : '?';
  }

  /** Settles every father. Faults are noted in the unit. */
  settle(): void {
    for (const { path, before, given, next } of this.queens) {
      if (before && given.matedToId !== undefined && given.matedToId !== before.matedToId) {
        this.set.set(next.id, { mate: next.matedToId, path: `${path}matedToId` });
      }
    }
    for (const queen of this.queens) this.fill(queen);
    for (const { before, given, next } of this.queens) {
      const mother = next.motherId ?? null;
      if (mother !== null) next.fatherId = this.mateOf(mother);
      else if (given.fatherId === undefined)
        next.fatherId = before?.motherId == null ? (before?.fatherId ?? null) : null;
    }
  }

  /** A father beside a mother is her mating: he fills it, or he contradicts it. */
  private fill({ path, before, given, next }: QueenInHand): void {
    const mother = next.motherId ?? null;
    if (mother === null) return;
    const stated =
      given.fatherId !== undefined ? given.fatherId : before?.motherId == null ? before?.fatherId : undefined;
    if (stated === undefined) return;
    const mate = this.mateOf(mother);
    if (stated === mate) return;
    const field = given.fatherId === undefined ? 'motherId' : 'fatherId';
    const note = (fault: Omit<Fault, 'path'>) => this.unit.faults.push({ ...fault, path: path + field });
    if (stated === null) {
      // A father who stood alone and is not spoken of is none; one who is taken away is the mother's mate still.
      if (given.fatherId === null) {
        const message = `is the mate of her mother, "${this.called(mate)}": change her mother's mating instead`;
        note({ message, code: 'father_is_mate', params: { mate: this.called(mate) } });
      }
    } else if (stated === mother) note(fatherIsMother);
    else if (mate === null) this.set.set(mother, { mate: stated as string, path: path + field });
    else note(fatherContradictsMating(this.called(stated as string), this.called(mate)));
  }

  /** Writes the matings of mothers that are not themselves in hand, and the fathers of all daughters. */
  async write(): Promise<void> {
    const { db, accountId } = this.unit;
    if (this.set.size === 0) return;
    const rows = JSON.stringify([...this.set].map(([id, { mate }]) => ({ id, mate })));
    const mating = sql`jsonb_to_recordset(${rows}::jsonb) as m(id uuid, mate uuid)`;
    await sql`
      update queen q set mated_to_id = m.mate, updated_at = now(), edited_at = now() from ${mating}
      where q.account_id = ${hidden(accountId)} and q.id = m.id and q.mated_to_id is distinct from m.mate`.execute(db);
    await sql`
      update queen q set father_id = m.mate, updated_at = now(), edited_at = now() from ${mating}
      where q.account_id = ${hidden(accountId)} and q.mother_id = m.id and q.father_id is distinct from m.mate`.execute(
      db,
    );
  }
}

const LINKS = ['motherId', 'fatherId', 'matedToId'] as const;

/** Looks up whom the queens name, and settles fathers and matings; what is wrong is noted in the unit. */
export async function settleMatings(unit: Unit, queens: readonly QueenInHand[]): Promise<Matings> {
  const ids = queens.flatMap(({ before, given, next }) =>
    [next.motherId, next.matedToId, given.fatherId, before?.fatherId].filter((id) => typeof id === 'string'),
  );
  const named = await findByIds(unit.em, Queen, ids);
  const mates = [...named.values()].flatMap(({ matedToId }) => (matedToId && !named.has(matedToId) ? [matedToId] : []));
  for (const [id, mate] of await findByIds(unit.em, Queen, mates)) named.set(id, mate);
  for (const queen of queens) judgeLinks(unit, queen, named);
  const matings = new Matings(unit, queens, named);
  matings.settle();
  return matings;
}

/** Whom she names must be there; one who is not is left out of what follows. */
function judgeLinks(unit: Unit, { path, given, next }: QueenInHand, named: ReadonlyMap<string, Queen>): void {
  for (const link of LINKS) {
    const id = given[link];
    if (typeof id !== 'string' || named.has(id)) continue;
    const message = `"${id}" is the id of no queen here`;
    unit.faults.push({ path: path + link, message, code: 'unknown_id', params: { given: id } });
    delete given[link];
    next[link] = null;
  }
  if (next.generation === 'F1' && (next.motherId ?? null) === null) {
    const params = next.name === null ? {} : { queen: next.externalId ?? next.name };
    noteOnce(unit, `${path}motherId`, { message: NEEDS_MOTHER, code: 'f1_without_mother', params });
  }
}
