import { sql } from 'kysely';
import type { Fault } from '../../core/errors.js';
import { hidden } from '../../db/owner.js';
import { findByIds } from '../../graphql/find.js';
import { fatherContradictsMating, fatherIsMother, NEEDS_MOTHER } from './lineage/lineage-rules.js';
import { addFaultOnce, type WriteUnit } from '../writes/write.js';
import { Queen } from './queen.entity.js';
import type { QueenWrite } from './queen-write.js';

/** A mating that a write sets, with the path of the input member that sets it. */
interface Mating {
  mate: string | null;
  path: string;
}

/**
 * The matings that a write sets. A queen mates once, so `father(q) = matedTo(mother(q))` in both directions: a mating
 * sets the father of all daughters, and a father that is given together with a mother sets the mother's mating. A
 * father without a known mother is stored as given.
 */
export class Matings {
  readonly set = new Map<string, Mating>();

  constructor(
    private readonly unit: WriteUnit,
    private readonly queens: readonly QueenWrite[],
    /** Queens that the written queens refer to, by id. */
    private readonly referenced: ReadonlyMap<string, Queen>,
  ) {}

  mateOf(motherId: string): string | null {
    const mating = this.set.get(motherId);
    return mating ? mating.mate : (this.referenced.get(motherId)?.matedToId ?? null);
  }

  nameOf(id: string | null): string {
    const queen = id === null ? undefined : this.referenced.get(id);
    return queen ? (queen.externalId ?? queen.name) : '?';
  }

  /** Sets the father of every queen and reports contradictions as faults. */
  resolveFathers(): void {
    for (const { path, before, given, next } of this.queens) {
      if (before && given.matedToId !== undefined && given.matedToId !== before.matedToId) {
        this.set.set(next.id, { mate: next.matedToId, path: `${path}matedToId` });
      }
    }
    for (const queen of this.queens) this.setMatingOfMother(queen);
    for (const { before, given, next } of this.queens) {
      const mother = next.motherId ?? null;
      if (mother !== null) next.fatherId = this.mateOf(mother);
      else if (given.fatherId === undefined)
        next.fatherId = before?.motherId == null ? (before?.fatherId ?? null) : null;
    }
  }

  /** A father given with a mother sets her mating, or contradicts it. */
  private setMatingOfMother({ path, before, given, next }: QueenWrite): void {
    const mother = next.motherId ?? null;
    if (mother === null) return;
    const stated =
      given.fatherId !== undefined ? given.fatherId : before?.motherId == null ? before?.fatherId : undefined;
    if (stated === undefined) return;
    const mate = this.mateOf(mother);
    if (stated === mate) return;
    const field = given.fatherId === undefined ? 'motherId' : 'fatherId';
    const addFault = (fault: Omit<Fault, 'path'>) => this.unit.faults.push({ ...fault, path: path + field });
    if (stated === null) {
      // If no father was stated, the mother's mate is the father. A request must not clear the father while she has a
      // mate.
      if (given.fatherId === null) {
        const message = `cannot be cleared: the father is the mate of her mother, "${this.nameOf(mate)}". Change her mother's mating instead`;
        addFault({ message, code: 'father_is_mate', params: { mate: this.nameOf(mate) } });
      }
    } else if (stated === mother) addFault(fatherIsMother);
    else if (mate === null) this.set.set(mother, { mate: stated as string, path: path + field });
    else addFault(fatherContradictsMating(this.nameOf(stated as string), this.nameOf(mate)));
  }

  /** Writes the matings of mothers that are not in the request, and the fathers of all daughters. */
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

/** Looks up referenced queens and sets fathers and matings. Adds faults to `unit`. */
export async function resolveMatings(unit: WriteUnit, queens: readonly QueenWrite[]): Promise<Matings> {
  const ids = queens.flatMap(({ before, given, next }) =>
    [next.motherId, next.matedToId, given.fatherId, before?.fatherId].filter((id) => typeof id === 'string'),
  );
  const named = await findByIds(unit.em, Queen, ids);
  const mates = [...named.values()].flatMap(({ matedToId }) => (matedToId && !named.has(matedToId) ? [matedToId] : []));
  for (const [id, mate] of await findByIds(unit.em, Queen, mates)) named.set(id, mate);
  for (const queen of queens) checkLinks(unit, queen, named);
  const matings = new Matings(unit, queens, named);
  matings.resolveFathers();
  return matings;
}

/** Reports references to unknown queens and clears them for further checks. */
function checkLinks(unit: WriteUnit, { path, given, next }: QueenWrite, named: ReadonlyMap<string, Queen>): void {
  for (const link of LINKS) {
    const id = given[link];
    if (typeof id !== 'string' || named.has(id)) continue;
    const message = `"${id}" is not the id of a queen`;
    unit.faults.push({ path: path + link, message, code: 'unknown_id', params: { given: id } });
    delete given[link];
    next[link] = null;
  }
  if (next.generation === 'F1' && (next.motherId ?? null) === null) {
    const params = next.name === null ? {} : { queen: next.externalId ?? next.name };
    addFaultOnce(unit, `${path}motherId`, { message: NEEDS_MOTHER, code: 'f1_without_mother', params });
  }
}
