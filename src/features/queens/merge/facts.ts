import type { Fault } from '../../../core/errors.js';
import type { Queen } from '../queen.entity.js';

/** What becomes of a member of the kept queen of which the other record says something. */
export interface MergedFact {
  /** By its GraphQL name. */
  field: string;
  /** What she will have. */
  kept: unknown;
  /** What is given up for it; null where nothing is. */
  dropped: unknown;
  /** Whether what she will have comes from the other record. */
  filled: boolean;
}

/** What a queen may be told by, besides who she is (name and numbers) and whose daughter and mate. */
const PLAIN = [
  'race',
  'line',
  'dateOfBirth',
  'status',
  'breederCode',
  'marking',
  'notes',
  'matingType',
  'sdiCode',
  'droneProducers',
  'drones',
  'matedAt',
  'matingStation',
] as const;
const DATES: readonly string[] = ['dateOfBirth', 'matedAt'];

type Described = Pick<Queen, 'generation' | 'motherId' | 'fatherId' | (typeof PLAIN)[number]>;

/**
 * Puts what two records say of one queen together: what the kept one says stays, what she lacks is filled in. Of two
 * dates the more precise counts.
 * @returns what is decided between them, and the dates of birth that cannot be one
 */
export function mergeFacts(keep: Described, other: Described): { facts: MergedFact[]; faults: Fault[] } {
  const facts = PLAIN.flatMap((field) => mergeValue(field, keep[field], other[field]) ?? []);
  const births = facts.find(({ field, dropped }) => field === 'dateOfBirth' && dropped !== null);
  const message = `is "${String(births?.kept)}" and "${String(births?.dropped)}": that is not one date of birth`;
  return {
    facts: [...mergeGeneration(keep, other), ...facts],
    faults: births
      ? [
          {
            path: 'dateOfBirth',
            message,
            code: 'records_differ_in_birth',
            params: { kept: births.kept, other: births.dropped },
          },
        ]
      : [],
  };
}

function mergeValue(field: string, kept: unknown, other: unknown): MergedFact | undefined {
  if (other === null || other === kept) return undefined;
  if (kept === null) return { field, kept: other, dropped: null, filled: true };
  if (DATES.includes(field)) {
    // 2022 says nothing beside 2022-05-01.
    if (String(other).startsWith(String(kept))) return { field, kept: other, dropped: null, filled: true };
    if (String(kept).startsWith(String(other))) return undefined;
  }
  return { field, kept, dropped: other, filled: false };
}

/** Who is only named somewhere was made an F0 queen, for want of anything better. */
function mergeGeneration(keep: Described, other: Described): MergedFact[] {
  if (keep.generation === other.generation || isOnlyNamed(other)) return [];
  if (isOnlyNamed(keep)) return [{ field: 'generation', kept: other.generation, dropped: null, filled: true }];
  return [{ field: 'generation', kept: keep.generation, dropped: other.generation, filled: false }];
}

function isOnlyNamed(queen: Described): boolean {
  return [...PLAIN, 'motherId' as const, 'fatherId' as const].every((field) => queen[field] === null);
}
