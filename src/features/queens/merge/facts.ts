import type { Fault } from '../../../core/errors.js';
import type { Queen } from '../queen.entity.js';

/** Effect of a merge on one field of the remaining queen. */
export interface MergedFact {
  /** GraphQL name of the field. */
  field: string;
  /** Value after the merge. */
  kept: unknown;
  /** Discarded value; null if no value is discarded. */
  dropped: unknown;
  /** Whether the value after the merge comes from the duplicate. */
  filled: boolean;
}

/** Fields other than generation, name, identifiers, parents and mate. */
const PLAIN_FIELDS = [
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

type Described = Pick<Queen, 'generation' | 'motherId' | 'fatherId' | (typeof PLAIN_FIELDS)[number]>;

/**
 * Merges the fields of two records. Values of the remaining record take precedence, and the duplicate fills its empty
 * fields. If two dates agree, the more precise one is used.
 * @returns the changed or discarded fields, and a fault if the dates of birth differ
 */
export function mergeFacts(keep: Described, other: Described): { facts: MergedFact[]; faults: Fault[] } {
  const facts = PLAIN_FIELDS.flatMap((field) => mergeValue(field, keep[field], other[field]) ?? []);
  const births = facts.find(({ field, dropped }) => field === 'dateOfBirth' && dropped !== null);
  const message = `is "${String(births?.kept)}" and "${String(births?.dropped)}": the dates of birth differ`;
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

function mergeValue(field: string, own: unknown, other: unknown): MergedFact | undefined {
  if (other === null || other === own) return undefined;
  if (own === null) return { field, kept: other, dropped: null, filled: true };
  if (DATES.includes(field)) {
    // The year 2022 adds no information to the day 2022-05-01.
    if (String(other).startsWith(String(own))) return { field, kept: other, dropped: null, filled: true };
    if (String(own).startsWith(String(other))) return undefined;
  }
  return { field, kept: own, dropped: other, filled: false };
}

/** A queen who was created only because a row named her has the default generation F0. A merge ignores this default. */
function mergeGeneration(keep: Described, other: Described): MergedFact[] {
  if (keep.generation === other.generation || hasNoFacts(other)) return [];
  if (hasNoFacts(keep)) return [{ field: 'generation', kept: other.generation, dropped: null, filled: true }];
  return [{ field: 'generation', kept: keep.generation, dropped: other.generation, filled: false }];
}

function hasNoFacts(queen: Described): boolean {
  return [...PLAIN_FIELDS, 'motherId' as const, 'fatherId' as const].every((field) => queen[field] === null);
}
