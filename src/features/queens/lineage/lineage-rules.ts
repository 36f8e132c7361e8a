import { sql, type RawBuilder } from 'kysely';
import type { Fault } from '../../../core/errors.js';

/**
 * Rules of a valid pedigree, as SQL for imports and for single writes. An alias can name any table with the columns of
 * a queen.
 */

/** SQL for the name of a queen in messages: her identifier, or her name if she has no identifier. */
export const called = (alias: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${alias}.external_id`)}, ${sql.ref(`${alias}.name`)})`;

/** Compares dates at their common precision, so that a year and a day in this year do not contradict each other. */
export function bornAfter(parent: string, child: string): RawBuilder<boolean> {
  const [p, c] = [sql.ref(`${parent}.birth_date`), sql.ref(`${child}.birth_date`)];
  return sql`left(${p}, least(length(${p}), length(${c}))) > left(${c}, least(length(${p}), length(${c})))`;
}

export const bornAfterMessage = (word: 'dam' | 'sire', parent: string, child: string): RawBuilder<string> => sql`
  ${`the ${word} `}::text || ${called(parent)} || ' was born (' || ${sql.ref(`${parent}.birth_date`)} ||
  ') after her daughter ' || ${called(child)} || ' (' || ${sql.ref(`${child}.birth_date`)} || ')'`;

export const motherIsF1Message = (mother: string): RawBuilder<string> =>
  sql`${called(mother)} || ' is an F1 queen herself: the mother of an F1 queen must be an F0 queen'`;

export const ownAncestorMessage = (queen: string, parent: string): RawBuilder<string> =>
  sql`${called(queen)} || ' would be her own ancestor, through ' || ${called(parent)}`;

/** SQL version of `isMateItself` in `cycles.ts`. */
export function isMateItself(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`
    coalesce(${column('mating_type')} in ('single_queen', 'single_drone') or ${column('sdi_code')} = 1
      and coalesce(${column('mating_type')}, 'insemination') = 'insemination', false)`;
}

/**
 * Message for an impossible mating: the daughters of the queen would be their own ancestors, or each of the two queens
 * would have to exist before the other.
 */
const impossibleMatingMessage = (queen: string, mate: string): RawBuilder<string> => sql`
  case when ${sql.ref(`${mate}.mated_to_id`)} = ${sql.ref(`${queen}.id`)} and not ${isMateItself(queen)} and not ${isMateItself(mate)}
    then 'contradicts the mating of ' || ${called(mate)} || ', who is mated to ' || ${called(queen)} ||
      ': each of the two queens would have to exist before the other'
    else 'daughters of ' || ${called(queen)} || ' would be their own ancestors: according to other matings, ' ||
      ${called(mate)} || ' or her daughters descend from daughters of ' || ${called(queen)}
  end`;

/** Message for a queen who would be her own ancestor, because daughters of her parent descend from her. */
const impossibleBirthMessage = (queen: string, parent: string): RawBuilder<string> => sql`
  ${called(queen)} || ' would be her own ancestor: according to the known matings, daughters of ' || ${called(parent)} ||
    ' descend from ' || ${called(queen)}`;

/** Parameters of the fault `parent_born_after`. */
export const bornAfterParams = (parent: string, child: string): RawBuilder<object> => sql`
  jsonb_build_object('parent', ${called(parent)}, 'parent_born', ${sql.ref(`${parent}.birth_date`)},
    'daughter', ${called(child)}, 'born', ${sql.ref(`${child}.birth_date`)})`;

/**
 * Message and parameters of the fault `pedigree_ring`.
 * @param cycle alias of a `CycleLink` from the queen to the other queen
 */
export function cycleFault(cycle: string, queen: string, other: string) {
  const [isAncestor, link] = [sql.ref(`${cycle}.isAncestor`), sql.ref(`${cycle}.link`)];
  const message = sql<string>`
    case when ${isAncestor} then ${ownAncestorMessage(queen, other)}
      when ${link} = 'mated_to' then ${impossibleMatingMessage(queen, other)}
      else ${impossibleBirthMessage(queen, other)} end`;
  const params = sql<object>`
    jsonb_build_object('queen', ${called(queen)}, 'other', ${called(other)},
      'kind', case when ${isAncestor} then 'ancestor' when ${link} = 'mated_to' then 'mating' else 'birth' end)`;
  return { message, params };
}

/** Message if the mother and the father are the same queen. */
export const IS_MOTHER = 'must be a different queen from the mother';

/** Message for a mating of a queen with herself. */
export const IS_HERSELF = 'must be a different queen: a queen cannot mate with herself';

type FaultText = Omit<Fault, 'path'>;

export const fatherIsMother = {
  message: IS_MOTHER,
  code: 'mates_with_herself',
  params: {},
} as const satisfies FaultText;

export const NEEDS_MOTHER = 'is missing: an F1 queen needs a mother';

export const nameTaken = (name: string): string =>
  `"${name}" is the name of another queen without an identifier: give one of them an identifier`;

export const identifierTaken = (value: string): string => `the identifier "${value}" already belongs to another queen`;

export const nameIsTaken = (name: string): FaultText => ({
  message: nameTaken(name),
  code: 'name_taken',
  params: { given: name },
});

export const identifierIsTaken = (identifier: string): FaultText => ({
  message: identifierTaken(identifier),
  code: 'identifier_taken',
  params: { given: identifier },
});

export const fatherContradictsMating = (father: string, mate: string): FaultText => ({
  message: contradictsMating(father, mate),
  code: 'father_contradicts_mating',
  params: { father, mate },
});

export const contradictsMating = (father: string, mate: string): string =>
  `contradicts the mating of the mother: the father would be "${father}", but the mother is mated to "${mate}"`;
