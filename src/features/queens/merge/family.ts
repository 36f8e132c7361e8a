import { sql, type RawBuilder } from 'kysely';
import type { Fault } from '../../../core/errors.js';
import { findByIds } from '../../../graphql/find.js';
import { checkLineage, type BrokenLink } from '../lineage/check-lineage.js';
import { checkCycles } from '../lineage/check-cycles.js';
import { fatherContradictsMating, fatherIsMother } from '../lineage/lineage-rules.js';
import type { WriteUnit } from '../../writes/write.js';
import { Matings } from '../matings.js';
import { Queen } from '../queen.entity.js';
import type { MergedFact } from './facts.js';

const LINKS = ['motherId', 'fatherId', 'matedToId'] as const;
type Link = (typeof LINKS)[number];

const LINK_WORDS: Record<Link, { plural: string; isOf: string }> = {
  motherId: { plural: 'mothers', isOf: 'is the mother of' },
  fatherId: { plural: 'fathers', isOf: 'is the father of' },
  matedToId: { plural: 'mates', isOf: 'is the mate of' },
};

/** Parents and mate of the remaining queen, and the resulting matings. */
export interface Family extends Record<Link, string | null> {
  matings: Matings;
  facts: MergedFact[];
}

/** Merges parents and mate of two records. Contradictions are reported as conflicts. */
export async function mergeFamily(unit: WriteUnit, keep: Queen, other: Queen): Promise<Family> {
  const named = await findNamed(unit, [keep, other]);
  const matings = new Matings(unit, [], named);
  const nameOf = (id: string) => matings.nameOf(id);
  const conflict = (path: Link, fault: Omit<Fault, 'path'>) => unit.conflicts.push({ ...fault, path });
  const stated = (link: Link): string[] => {
    const pairs = [
      [keep, other],
      [other, keep],
    ] as const;
    return pairs.flatMap(([one, another]) => {
      if (one[link] === another.id) {
        const message = `"${nameOf(another.id)}" ${LINK_WORDS[link].isOf} "${nameOf(one.id)}": they cannot be the same queen`;
        const params = { link, queen: nameOf(one.id), other: nameOf(another.id) };
        conflict(link, { message, code: 'records_related', params });
        return [];
      }
      // If the mother is known, the father is her mate.
      return one[link] === null || (link === 'fatherId' && one.motherId !== null) ? [] : [one[link]];
    });
  };
  const mergeLink = (link: Link): string | null => {
    const [first = null, second = first] = stated(link);
    if (first !== second) {
      const [firstName, secondName] = [nameOf(first as string), nameOf(second as string)];
      const message = `names two ${LINK_WORDS[link].plural}, "${firstName}" and "${secondName}": if they are the same queen, merge them first`;
      conflict(link, {
        message,
        code: 'records_differ_in_parent',
        params: { link, kept: firstName, other: secondName },
      });
    }
    return first;
  };

  const motherId = mergeLink('motherId');
  const matedToId = mergeLink('matedToId');
  matings.set.set(keep.id, { mate: matedToId, path: 'matedToId' });
  let fatherId = mergeLink('fatherId');
  if (motherId !== null) {
    const mate = matings.mateOf(motherId);
    if (fatherId !== null && mate !== null && fatherId !== mate) {
      conflict('fatherId', fatherContradictsMating(nameOf(fatherId), nameOf(mate)));
    }
    if (fatherId === motherId) conflict('fatherId', fatherIsMother);
    // If the mother has no known mate, the father becomes her mate.
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

/** Finds the two queens and the queens that they refer to. */
async function findNamed({ em }: WriteUnit, pair: Queen[]): Promise<Map<string, Queen>> {
  const ids = pair.flatMap((queen) => LINKS.map((link) => queen[link])).filter((id) => id !== null);
  const named = await findByIds(em, Queen, ids);
  for (const queen of pair) named.set(queen.id, queen);
  return named;
}

const COLUMNS = ['mother_id', 'father_id', 'mated_to_id'];

/** Replaces the duplicate with the remaining queen in all links. Afterwards, neither of the two refers to the other. */
export async function moveLinks({ db, accountId }: WriteUnit, keepId: string, otherId: string): Promise<void> {
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

/** Checks the pedigree after all links have moved. */
export async function checkMergedPedigree(unit: WriteUnit, keepId: string, { matings }: Family): Promise<void> {
  const ids = [...matings.set.keys()];
  for (const broken of await checkLineage(unit.db, unit.accountId, ids)) {
    const { message, code, params } = broken;
    unit.conflicts.push({ path: pathOf(broken, keepId, matings), message, code, params });
  }
  for (const cycle of await checkCycles(unit.db, unit.accountId, { mated: ids, born: [keepId] })) {
    const { queenId: daughterId, motherId, link, message, params } = cycle;
    const path =
      link === 'mated_to'
        ? (matings.set.get(daughterId)?.path ?? 'daughters')
        : pathOf({ daughterId, motherId, link }, keepId, matings);
    unit.conflicts.push({ path, message, code: 'pedigree_ring', params });
  }
}

function pathOf(
  { daughterId, motherId, link }: Pick<BrokenLink, 'daughterId' | 'motherId' | 'link'>,
  keepId: string,
  { set }: Matings,
): string {
  if (daughterId === keepId) return `${link}Id`;
  const mating = link === 'father' && motherId !== null ? set.get(motherId)?.path : undefined;
  return mating ?? 'daughters';
}
