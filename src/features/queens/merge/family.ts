import { sql, type RawBuilder } from 'kysely';
import type { Fault } from '../../../core/errors.js';
import { findByIds } from '../../../graphql/find.js';
import { checkLineage, type Broken } from '../lineage/check-lineage.js';
import { checkRings } from '../lineage/check-cycles.js';
import { fatherContradictsMating, fatherIsMother } from '../lineage/lineage-rules.js';
import type { Unit } from '../../writes/write.js';
import { Matings } from '../matings.js';
import { Queen } from '../queen.entity.js';
import type { MergedFact } from './facts.js';

const LINKS = ['motherId', 'fatherId', 'matedToId'] as const;
type Link = (typeof LINKS)[number];

const WORDS: Record<Link, { plural: string; isOf: string }> = {
  motherId: { plural: 'mothers', isOf: 'is the mother of' },
  fatherId: { plural: 'fathers', isOf: 'is the father of' },
  matedToId: { plural: 'mates', isOf: 'is the mate of' },
};

/** Parents and mate of the kept queen, and the matings that follow. */
export interface Family extends Record<Link, string | null> {
  matings: Matings;
  facts: MergedFact[];
}

/** Decides on parents and mate as two records name them; what cannot be one is noted in the unit. */
export async function mergeFamily(unit: Unit, keep: Queen, other: Queen): Promise<Family> {
  const named = await findNamed(unit, [keep, other]);
  const called = (id: string) => {
    const queen = named.get(id);
    return queen ? (queen.externalId ?? queen.name) : '?';
  };
  const conflict = (path: Link, fault: Omit<Fault, 'path'>) => unit.conflicts.push({ ...fault, path });
  const stated = (link: Link): string[] => {
    const pairs = [
      [keep, other],
      [other, keep],
    ] as const;
    return pairs.flatMap(([one, another]) => {
      if (one[link] === another.id) {
        const message = `"${called(another.id)}" ${WORDS[link].isOf} "${called(one.id)}": they are not one queen`;
        const params = { link, queen: called(one.id), other: called(another.id) };
        conflict(link, { message, code: 'records_related', params });
        return [];
      }
      // A father beside a mother follows from her mating.
      return one[link] === null || (link === 'fatherId' && one.motherId !== null) ? [] : [one[link]];
    });
  };
  const one = (link: Link): string | null => {
    const [first = null, second = first] = stated(link);
    if (first !== second) {
      const [kept, other] = [called(first as string), called(second as string)];
      const message = `names two ${WORDS[link].plural}, "${kept}" and "${other}": if they are one queen, merge them first`;
      conflict(link, { message, code: 'records_differ_in_parent', params: { link, kept, other } });
    }
    return first;
  };

  const matings = new Matings(unit, [], named);
  const motherId = one('motherId');
  const matedToId = one('matedToId');
  matings.set.set(keep.id, { mate: matedToId, path: 'matedToId' });
  let fatherId = one('fatherId');
  if (motherId !== null) {
    const mate = matings.mateOf(motherId);
    if (fatherId !== null && mate !== null && fatherId !== mate) {
      conflict('fatherId', fatherContradictsMating(called(fatherId), called(mate)));
    }
    if (fatherId === motherId) conflict('fatherId', fatherIsMother);
    // A father beside a mother whose mating is not known is her mating.
    if (fatherId !== null && mate === null) matings.set.set(motherId, { mate: fatherId, path: 'fatherId' });
    fatherId = mate === other.id ? null : (mate ?? fatherId);
  }
  const family = { motherId, fatherId, matedToId };
  const facts = LINKS.filter((link) => family[link] !== null && family[link] !== keep[link]).map((link) => ({
    field: link,
    kept: family[link],
    dropped: null,
    filled: true,
  }));
  return { ...family, matings, facts };
}

/** The two and whom they name; the mate of a mother is the father. */
async function findNamed({ em }: Unit, pair: Queen[]): Promise<Map<string, Queen>> {
  const ids = pair.flatMap((queen) => LINKS.map((link) => queen[link])).filter((id) => id !== null);
  const named = await findByIds(em, Queen, ids);
  for (const queen of pair) named.set(queen.id, queen);
  return named;
}

const COLUMNS = ['mother_id', 'father_id', 'mated_to_id'];

/** Puts the kept queen wherever the other is named as mother, father or mate; neither names the other any more. */
export async function moveLinks({ db, accountId }: Unit, keepId: string, otherId: string): Promise<void> {
  const set = (value: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = ${value(sql.ref(name))}`));
  await sql`
    update queen set ${set((column) => sql`case when id = ${keepId}::uuid then nullif(${column}, ${otherId}::uuid) end`)}
    where account_id = ${accountId}::uuid and id in (${keepId}::uuid, ${otherId}::uuid)`.execute(db);
  const other = sql`${otherId}::uuid`;
  await sql`
    update queen set ${set((column) => sql`case when ${column} = ${other} then ${keepId}::uuid else ${column} end`)},
      updated_at = now(), edited_at = now()
    where account_id = ${accountId}::uuid
      and (mother_id = ${other} or father_id = ${other} or mated_to_id = ${other})`.execute(db);
}

/** Judges the pedigree as it stands with all links moved. */
export async function judgePedigree(unit: Unit, keepId: string, { matings }: Family): Promise<void> {
  const ids = [...matings.set.keys()];
  for (const broken of await checkLineage(unit.db, unit.accountId, ids)) {
    const { message, code, params } = broken;
    unit.conflicts.push({ path: pathOf(broken, keepId, matings), message, code, params });
  }
  for (const ring of await checkRings(unit.db, unit.accountId, { mated: ids, born: [keepId] })) {
    const { queenId: daughterId, motherId, link, message, params } = ring;
    const path =
      link === 'mated_to' ? matings.set.get(daughterId)!.path : pathOf({ daughterId, motherId, link }, keepId, matings);
    unit.conflicts.push({ path, message, code: 'pedigree_ring', params });
  }
}

function pathOf(
  { daughterId, motherId, link }: Pick<Broken, 'daughterId' | 'motherId' | 'link'>,
  keepId: string,
  { set }: Matings,
): string {
  if (daughterId === keepId) return `${link}Id`;
  const mating = link === 'father' && motherId !== null ? set.get(motherId)?.path : undefined;
  return mating ?? 'daughters';
}
