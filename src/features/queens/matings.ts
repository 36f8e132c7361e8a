import { sql } from 'kysely';
import type { Fault } from '../../core/errors.js';
import { hidden } from '../../db/owner.js';
import { findByIds } from '../../graphql/find.js';
import { fatherContradictsMating, fatherIsMother, NEEDS_MOTHER } from './lineage/lineage-rules.js';
import { unknownId } from '../writes/links.js';
import { addFaultOnce, type WriteUnit } from '../writes/write.js';
import { Queen } from './queen.entity.js';
import type { QueenWrite } from './queen-write.js';

/** A mating that a write sets, with the path of the input member that sets it. */
interface Mating {
  mate: string | null;
  path: string;
}

/**
 * The matings that a write sets. A queen mates only once, so the father of her daughters is always her mate. A mating
 * therefore sets the father of all daughters, and a request with a father and a mother sets the mating of the mother. A
 * father without a known mother is stored unchanged.
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
    for (const { path, before, fields, next } of this.queens) {
      if (before && fields.matedToId !== undefined && fields.matedToId !== before.matedToId) {
        this.set.set(next.id, { mate: next.matedToId, path: `${path}matedToId` });
      }
    }
    for (const queen of this.queens) this.setMatingOfMother(queen);
    for (const { before, fields, next } of this.queens) {
      const mother = next.motherId ?? null;
      if (mother !== null) next.fatherId = this.mateOf(mother);
      else if (fields.fatherId === undefined)
        next.fatherId = before?.motherId == null ? (before?.fatherId ?? null) : null;
    }
  }

  /**
   * If the mother is known and a father is stated, sets the mating of the mother or reports a contradiction. The father
   * is stated if the request contains him, or if he was stored without a mother.
   */
  private setMatingOfMother({ path, before, fields, next }: QueenWrite): void {
    const mother = next.motherId ?? null;
    if (mother === null) return;
    const stated =
      fields.fatherId !== undefined ? fields.fatherId : before?.motherId == null ? before?.fatherId : undefined;
    if (stated === undefined) return;
    const mate = this.mateOf(mother);
    if (stated === mate) return;
    const field = fields.fatherId === undefined ? 'motherId' : 'fatherId';
    const addFault = (fault: Omit<Fault, 'path'>) => this.unit.faults.push({ ...fault, path: path + field });
    if (stated === null) {
      // Without a stated father, the mate of the mother is the father. A request must not remove the father while the
      // mother has a mate.
      if (fields.fatherId === null) {
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
  const ids = queens.flatMap(({ before, fields, next }) =>
    [next.motherId, next.matedToId, fields.fatherId, before?.fatherId].filter((id) => typeof id === 'string'),
  );
  const named = await findByIds(unit.em, Queen, ids);
  const mates = [...named.values()].flatMap(({ matedToId }) => (matedToId && !named.has(matedToId) ? [matedToId] : []));
  for (const [id, mate] of await findByIds(unit.em, Queen, mates)) named.set(id, mate);
  for (const queen of queens) checkLinks(unit, queen, named);
  const matings = new Matings(unit, queens, named);
  matings.resolveFathers();
  return matings;
}

/**
 * Reports references to unknown queens, and removes them so that further checks ignore them. Also reports an F1 queen
 * without a mother.
 */
function checkLinks(unit: WriteUnit, { path, fields, next }: QueenWrite, named: ReadonlyMap<string, Queen>): void {
  for (const link of LINKS) {
    const id = fields[link];
    if (typeof id !== 'string' || named.has(id)) continue;
    unit.faults.push({ path: path + link, ...unknownId(id, 'queen') });
    delete fields[link];
    next[link] = null;
  }
  if (next.generation === 'F1' && (next.motherId ?? null) === null) {
    const params = next.name === null ? {} : { queen: next.externalId ?? next.name };
    addFaultOnce(unit, `${path}motherId`, { message: NEEDS_MOTHER, code: 'f1_without_mother', params });
  }
}
